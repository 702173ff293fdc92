#!/usr/bin/env node
// A scripted model on loopback: Anthropic Messages, OpenAI Responses and Chat Completions, Gemini.
//   node model.mjs --port-file FILE --script script.json --log requests.jsonl
// The script: {"steps": [STEP…], "after": STEP, "side": STEP, "match": [{"contains", "step"}]}.
// A request that offers tools takes the next step; one without takes "side". A step that calls a
// tool of MCP waits until that is offered.
import http from 'node:http';
import fs from 'node:fs';

const arg = (n, d) => { const i = process.argv.indexOf('--' + n); return i > 0 ? process.argv[i + 1] : d; };
const PORT = +arg('port', '0');
const PORT_FILE = arg('port-file', '');
const LOG = arg('log', '');
let script = arg('script', '') ? JSON.parse(fs.readFileSync(arg('script'), 'utf8')) : { steps: [] };
let idx = 0, reqNo = 0, ids = 0;
const t0 = Date.now();
const uid = p => `${p}_${(++ids).toString(36).padStart(6, '0')}fake`;
const sleep = ms => new Promise(r => setTimeout(r, ms));
function log(o) {
  const line = JSON.stringify({ t_ms: Date.now() - t0, wall: new Date().toISOString(), ...o });
  if (LOG) fs.appendFileSync(LOG, line + '\n'); 
  if (process.env.FAKE_VERBOSE) console.error(line.slice(0, 400));
}

// ---- tool lookup: map an abstract {shell:"cmd"} or {mcp:{tool,args}} to what this agent offers
function flatTools(dialect, body) {
  const out = [];
  if (dialect === 'gemini') { for (const t of body.tools || []) for (const f of t.functionDeclarations || []) out.push({ name: f.name, schema: f.parametersJsonSchema || f.parameters }); return out; }
  for (const t of body.tools || []) {
    if (t.type === 'namespace') for (const s of t.tools || []) out.push({ name: s.name, ns: t.name, schema: s.parameters });
    else if (t.function) out.push({ name: t.function.name, schema: t.function.parameters });
    else out.push({ name: t.name || t.type, type: t.type, schema: t.input_schema || t.parameters });
  }
  return out;
}
function resolveCall(call, tools) {
  const byName = n => tools.find(t => t.name === n);
  if (call.shell !== undefined) {
    const c = call.shell;
    if (byName('Bash')) return { name: 'Bash', input: { command: c, description: 'scripted', ...(call.extra || {}) } };
    if (byName('bash')) return { name: 'bash', input: { command: c, description: 'scripted', ...(call.extra || {}) } };
    if (byName('run_shell_command')) return { name: 'run_shell_command', input: { command: c, description: 'scripted', ...(call.extra || {}) } };
    // Codex gives a command that still runs back after 10 s unless it is told otherwise.
    if (byName('exec_command')) return { name: 'exec_command', input: { cmd: c, yield_time_ms: 600000, ...(call.extra || {}) } };
    if (byName('shell_command')) return { name: 'shell_command', input: { command: c, ...(call.extra || {}) } };
    if (byName('shell')) return { name: 'shell', input: { command: ['bash', '-lc', c], ...(call.extra || {}) } };
    return { name: 'Bash', input: { command: c } };
  }
  if (call.mcp) {
    const t = tools.find(t => t.name === call.mcp.tool) || tools.find(t => t.name.endsWith(call.mcp.tool)) ||
              tools.find(t => t.name.replace(/_/g, '-').endsWith(call.mcp.tool.replace(/_/g, '-')));
    return { name: t ? t.name : call.mcp.tool, ns: t?.ns, input: call.mcp.args || {} };
  }
  if (call.agent !== undefined) {
    const t = byName('spawn_agent');
    return t
      ? { name: t.name, ns: t.ns, input: { message: call.agent } }
      : { name: 'Agent', input: { description: call.agent, prompt: call.agent, subagent_type: 'general-purpose' } };
  }
  return { name: call.name, ns: call.ns, input: call.input || {}, custom: call.custom };
}
const offered = (call, tools) => tools.some(t => t.name.replace(/_/g, '-').endsWith(call.mcp.tool.replace(/_/g, '-')));

function pick(dialect, body, tools) {
  if (script.match) for (const m of script.match) if (JSON.stringify(body).includes(m.contains)) return { step: m.step, i: 'match:' + m.contains };
  const isMain = script.countAll || tools.length > 0;
  if (!isMain) return { step: script.side || { text: 'ok' }, i: 'side' };
  const next = (script.steps || [])[idx];
  // MCP servers may come up while the first request is answered.
  if (next && (next.tools || []).some(c => c.mcp && !offered(c, tools))) return { step: { tools: [{ shell: 'sleep 0.3' }] }, i: 'wait' };
  const i = idx++;
  return { step: (script.steps || [])[i] || script.after || { text: 'Done.' }, i };
}
function norm(step, tools) {
  const calls = (step.tools || []).map(c => resolveCall(c, tools));
  return { ...step, calls };
}
function words(step) {
  if (step.stream) return { n: step.stream.chunks ?? 1e9, ms: step.stream.interval_ms ?? 200, w: i => `tick${i} ` };
  const parts = (step.text || '').match(/.{1,20}/gs) || [];
  return { n: parts.length, ms: 0, w: i => parts[i] };
}

// hang: keep the stream open silently; cut: drop the TCP connection; end: close the body without a terminal event; sse_error: send an error event, then close
async function special(res, s, alive) {
  if (s.hang) { while (alive()) await sleep(100); return true; }
  if (s.cut) { res.destroy(); return true; }
  if (s.end) { res.end(); return true; }
  if (s.sse_error) { if (s.sse_error.event) res.write(`event: ${s.sse_error.event}\n`); res.write(`data: ${JSON.stringify(s.sse_error.data)}\n\n`); res.end(); return true; }
  return false;
}

async function anthropic(res, body, s, alive) {
  const id = uid('msg');
  const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 };
  const stop = s.calls.length ? 'tool_use' : 'end_turn';
  if (!body.stream) {
    const content = []; if (s.text) content.push({ type: 'text', text: s.text });
    for (const c of s.calls) content.push({ type: 'tool_use', id: uid('toolu'), name: c.name, input: c.input });
    return json(res, 200, { id, type: 'message', role: 'assistant', model: body.model, content, stop_reason: stop, stop_sequence: null, usage });
  }
  const ev = (type, o) => res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...o })}\n\n`);
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'request-id': uid('req') });
  ev('message_start', { message: { id, type: 'message', role: 'assistant', model: body.model, content: [], stop_reason: null, stop_sequence: null, usage } });
  let n = 0;
  if (s.text || s.stream) {
    ev('content_block_start', { index: n, content_block: { type: 'text', text: '' } });
    const w = words(s);
    for (let i = 0; i < w.n && alive(); i++) { ev('content_block_delta', { index: n, delta: { type: 'text_delta', text: w.w(i) } }); if (w.ms) await sleep(w.ms); }
    if (!alive()) return;
    ev('content_block_stop', { index: n++ });
  }
  if (await special(res, s, alive)) return;
  for (const c of s.calls) {
    ev('content_block_start', { index: n, content_block: { type: 'tool_use', id: uid('toolu'), name: c.name, input: {} } });
    const j = JSON.stringify(c.input); for (let i = 0; i < j.length; i += 40) ev('content_block_delta', { index: n, delta: { type: 'input_json_delta', partial_json: j.slice(i, i + 40) } });
    ev('content_block_stop', { index: n++ });
    if (s.tool_gap_ms) await sleep(s.tool_gap_ms);
  }
  ev('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage });
  ev('message_stop', {}); res.end();
}

async function responses(res, body, s, alive) {
  const id = uid('resp'); let seq = 0, oi = 0; const output = [];
  const base = st => ({ id, object: 'response', created_at: Math.floor(Date.now() / 1000), status: st, model: body.model, output: st === 'completed' ? output : [], parallel_tool_calls: true, tools: [], usage: st === 'completed' ? { input_tokens: 10, input_tokens_details: { cached_tokens: 0 }, output_tokens: 5, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 15 } : null });
  const mkCall = c => c.custom !== undefined
    ? { type: 'custom_tool_call', id: uid('ctc'), call_id: uid('call'), name: c.name, input: c.custom, status: 'completed' }
    : { type: 'function_call', id: uid('fc'), call_id: uid('call'), name: c.name, ...(c.ns ? { namespace: c.ns } : {}), arguments: JSON.stringify(c.input), status: 'completed' };
  if (!body.stream) {
    if (s.text) output.push({ type: 'message', id: uid('m'), role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: s.text, annotations: [] }] });
    for (const c of s.calls) output.push(mkCall(c));
    return json(res, 200, base('completed'));
  }
  const ev = (type, o) => res.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: seq++, ...o })}\n\n`);
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-request-id': uid('req') });
  ev('response.created', { response: base('in_progress') });
  ev('response.in_progress', { response: base('in_progress') });
  if (s.text || s.stream) {
    const mid = uid('m'); let full = '';
    ev('response.output_item.added', { output_index: oi, item: { type: 'message', id: mid, role: 'assistant', status: 'in_progress', content: [] } });
    ev('response.content_part.added', { item_id: mid, output_index: oi, content_index: 0, part: { type: 'output_text', text: '', annotations: [] } });
    const w = words(s);
    for (let i = 0; i < w.n && alive(); i++) { full += w.w(i); ev('response.output_text.delta', { item_id: mid, output_index: oi, content_index: 0, delta: w.w(i) }); if (w.ms) await sleep(w.ms); }
    if (!alive()) return;
    ev('response.output_text.done', { item_id: mid, output_index: oi, content_index: 0, text: full });
    const item = { type: 'message', id: mid, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: full, annotations: [] }] };
    ev('response.output_item.done', { output_index: oi++, item }); output.push(item);
  }
  if (await special(res, s, alive)) return;
  for (const c of s.calls) {
    const item = mkCall(c), k = item.type === 'custom_tool_call' ? 'input' : 'arguments';
    ev('response.output_item.added', { output_index: oi, item: { ...item, [k]: '', status: 'in_progress' } });
    ev(k === 'input' ? 'response.custom_tool_call_input.delta' : 'response.function_call_arguments.delta', { item_id: item.id, output_index: oi, delta: item[k] });
    ev(k === 'input' ? 'response.custom_tool_call_input.done' : 'response.function_call_arguments.done', { item_id: item.id, output_index: oi, [k]: item[k] });
    ev('response.output_item.done', { output_index: oi++, item }); output.push(item);
    if (s.tool_gap_ms) await sleep(s.tool_gap_ms);
  }
  ev('response.completed', { response: base('completed') }); res.end();
}

async function chat(res, body, s, alive) {
  const id = uid('chatcmpl'), created = Math.floor(Date.now() / 1000);
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const tc = s.calls.map((c, i) => ({ index: i, id: uid('call'), type: 'function', function: { name: c.name, arguments: JSON.stringify(c.input) } }));
  const fin = tc.length ? 'tool_calls' : 'stop';
  if (!body.stream) return json(res, 200, { id, object: 'chat.completion', created, model: body.model, choices: [{ index: 0, message: { role: 'assistant', content: s.text ?? null, ...(tc.length ? { tool_calls: tc.map(({ index, ...r }) => r) } : {}) }, finish_reason: fin }], usage });
  const ev = (delta, finish_reason = null, extra = {}) => res.write(`data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model: body.model, choices: [{ index: 0, delta, finish_reason }], ...extra })}\n\n`);
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  ev({ role: 'assistant', content: '' });
  if (s.text || s.stream) { const w = words(s); for (let i = 0; i < w.n && alive(); i++) { ev({ content: w.w(i) }); if (w.ms) await sleep(w.ms); } if (!alive()) return; }
  if (await special(res, s, alive)) return;
  for (const t of tc) { ev({ tool_calls: [{ ...t, function: { name: t.function.name, arguments: '' } }] }); ev({ tool_calls: [{ index: t.index, function: { arguments: t.function.arguments } }] }); }
  ev({}, fin, body.stream_options?.include_usage ? {} : { usage });
  if (body.stream_options?.include_usage) res.write(`data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model: body.model, choices: [], usage })}\n\n`);
  res.write('data: [DONE]\n\n'); res.end();
}

async function gemini(res, body, s, alive, streaming, model) {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
  const wrap = (parts, fin) => ({ candidates: [{ content: { role: 'model', parts }, ...(fin ? { finishReason: 'STOP' } : {}), index: 0 }], usageMetadata, modelVersion: model, responseId: 'fake' });
  const calls = s.calls.map(c => ({ functionCall: { id: uid('call'), name: c.name, args: c.input } }));
  if (!streaming) return json(res, 200, wrap([...(s.text ? [{ text: s.text }] : []), ...calls], true));
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  const ev = o => res.write(`data: ${JSON.stringify(o)}\r\n\r\n`);
  if (s.text || s.stream) { const w = words(s); for (let i = 0; i < w.n && alive(); i++) { ev(wrap([{ text: w.w(i) }], !calls.length && i === w.n - 1)); if (w.ms) await sleep(w.ms); } if (!alive()) return; }
  if (await special(res, s, alive)) return;
  if (calls.length) ev(wrap(calls, true));
  res.end();
}

function json(res, code, o, h = {}) { const b = JSON.stringify(o); res.writeHead(code, { 'content-type': 'application/json', ...h }); res.end(b); }

const server = http.createServer((req, res) => {
  const chunks = []; req.on('data', c => chunks.push(c));
  req.on('end', async () => {
    const n = ++reqNo, raw = Buffer.concat(chunks).toString('utf8');
    const url = new URL(req.url, 'http://x'); const path = url.pathname;
    if (path === '/__script') { script = JSON.parse(raw); idx = 0; return json(res, 200, { ok: true }); }
    if (path === '/__state') return json(res, 200, { idx, reqNo });
    if (path === '/__stop') { json(res, 200, { ok: true }); return setTimeout(() => process.exit(0), 50); }
    let body = {}; try { body = raw ? JSON.parse(raw) : {}; } catch { body = { _raw: raw.slice(0, 2000) }; }
    const headers = { ...req.headers }; for (const k of ['authorization', 'x-api-key', 'x-goog-api-key']) if (headers[k]) headers[k] = '[' + headers[k].slice(0, 14) + ']';
    let done = false, closed = false; const start = Date.now();
    res.on('finish', () => { done = true; });
    res.on('close', () => { closed = true; log({ ev: 'end', n, path, complete: done, ms: Date.now() - start }); });
    const alive = () => !closed && !res.destroyed;
    let dialect = null, m;
    if (req.method === 'POST' && /\/messages$/.test(path)) dialect = 'anthropic';
    else if (req.method === 'POST' && /\/responses$/.test(path)) dialect = 'responses';
    else if (req.method === 'POST' && /\/chat\/completions$/.test(path)) dialect = 'chat';
    else if (req.method === 'POST' && (m = /\/models\/([^:]+):(generateContent|streamGenerateContent)$/.exec(path))) dialect = 'gemini';
    if (!dialect) {
      log({ ev: 'req', n, method: req.method, path: req.url, headers, body });
      if (/count_tokens$/.test(path)) return json(res, 200, { input_tokens: 10 });
      if (/:countTokens$/.test(path)) return json(res, 200, { totalTokens: 10 });
      if (/\/models$/.test(path)) return json(res, 200, { object: 'list', data: [], models: [] });
      if (req.method === 'HEAD' || path === '/') { res.writeHead(200); return res.end(); }
      return json(res, 404, { error: { type: 'not_found_error', message: 'fake: no such path' } });
    }
    const tools = flatTools(dialect, body);
    const { step: st, i } = pick(dialect, body, tools);
    const s = norm(st, tools);
    log({ ev: 'req', n, method: req.method, path: req.url, dialect, step: i, stream: !!body.stream || (m && m[2].startsWith('stream')), headers, toolNames: tools.map(t => (t.ns ? t.ns + '::' : '') + t.name), calls: s.calls, body });
    if (s.delay_ms) await sleep(s.delay_ms);
    if (!alive()) return;
    if (s.error) return json(res, s.error.status, s.error.body || { type: 'error', error: { type: 'api_error', message: 'scripted error' } }, s.error.headers || {});
    try {
      if (dialect === 'anthropic') await anthropic(res, body, s, alive);
      else if (dialect === 'responses') await responses(res, body, s, alive);
      else if (dialect === 'chat') await chat(res, body, s, alive);
      else await gemini(res, body, s, alive, m[2].startsWith('stream'), m[1]);
    } catch (e) { log({ ev: 'err', n, err: String(e) }); try { res.destroy(); } catch {} }
  });
});
server.on('upgrade', (req, sock) => { log({ ev: 'upgrade', path: req.url, headers: { ...req.headers, authorization: undefined } }); sock.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\n\r\n'); });
server.keepAliveTimeout = 5000;
server.listen(PORT, '127.0.0.1', () => {
  if (!PORT_FILE) return;
  fs.writeFileSync(PORT_FILE + '.new', String(server.address().port));
  fs.renameSync(PORT_FILE + '.new', PORT_FILE);
});

// An agent of your own behind Quietus, with nothing but Node (22.18 or later runs TypeScript).
//
//     printf '%s\n' 'make test' 'make deploy' |
//         quietus run --agent other --effects none -- node agent.ts
//
// Each line of the input stands for a call of a shell tool that a model has asked for. Before each
// one the agent asks whether it may start; while it runs it gives signs of life; at the end it
// tells the result. It hears of a stop from three sides: the signal stream, the answer to a sign of
// life, and SIGTERM. Exit code 75: stopped.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

type Json = Record<string, any>;

const url = process.env.QUIETUS_URL ?? '';
const run = encodeURIComponent(process.env.QUIETUS_RUN ?? '');
const headers = {
  'Content-Type': 'application/json',
  Authorization: `Bearer ${process.env.QUIETUS_TOKEN ?? ''}`,
};
const worker = `agent-ts-${process.pid}-${randomUUID()}`;
const BEAT_MILLIS = 10_000;
const SILENCE_SECONDS = 30;
const STOPPED = 75;

const stop = new AbortController();

/** The server has said no: end, and do not ask again. */
class Refused extends Error {}

/** One call. Throws Refused for a no, another error where there was no answer. */
async function call(method: string, path: string, body?: Json): Promise<Json> {
  const answer = await fetch(`${url}/v1/${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const told: Json = await answer.json();
  if (answer.ok) return told;
  if (told.retryable) throw new Error(told.detail);
  throw new Refused(`${told.decision ?? told.code}: ${told.detail}`);
}

/** Asks again until there is an answer: what is asked here never happens twice. */
async function insist(method: string, path: string, body: Json): Promise<Json> {
  for (const millis of [200, 1000, 3000, 5000, 0]) {
    try {
      return await call(method, path, body);
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (millis === 0) throw new Refused(`no answer: ${error}`);
      await pause(millis);
    }
  }
  throw new Refused('no answer');
}

/** The signal stream says at once what the next begin would say anyway. */
async function followSignals(): Promise<void> {
  while (!stop.signal.aborted) {
    try {
      const accept = { ...headers, Accept: 'text/event-stream' };
      const stream = await fetch(`${url}/v1/runs/${run}/signals`, { headers: accept, signal: stop.signal });
      let text = '';
      let event = '';
      for await (const bytes of stream.body!.pipeThrough(new TextDecoderStream())) {
        const lines = (text + bytes).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          const colon = line.indexOf(':');
          const value = line.slice(colon + 1).trim();
          if (line.startsWith('event:')) event = value;
          const stopping = line.startsWith('data:') && event === 'cancel_requested';
          if (stopping && JSON.parse(value).selector === 'everything') stop.abort();
        }
      }
    } catch {
      // A lost stream costs time only.
    }
    await pause(1000);
  }
}

/** Begins, runs and finishes one call of the shell tool. */
async function runTool(number: number, command: string, authority: Json): Promise<void> {
  const path = `runs/${run}/operations/shell-${number}`;
  const { attempt } = await insist('POST', `${path}/begin`, {
    lease: authority.lease,
    revocation_epoch: authority.revocation_epoch,
    worker,
    request_id: randomUUID(),
    heartbeat_timeout_seconds: SILENCE_SECONDS,
    operation: {
      kind: 'tool_call',
      tool: 'agent.shell',
      effects: 'expected',
      // Its effects are on this machine: whoever sees its end says whether it has any.
      provider: 'execution',
      arguments_digest: `sha256:${createHash('sha256').update(command).digest('hex')}`,
    },
  });
  const beats = setInterval(async () => {
    try {
      const answer = await call('POST', `${path}/heartbeat`, { attempt, worker });
      if (answer.stop_requested) stop.abort();
    } catch {
      // The next one asks again; what ends work is an answer, never the lack of one.
    }
  }, BEAT_MILLIS);
  const facts = await shell(command).finally(() => clearInterval(beats));
  await insist('POST', `${path}/finish`, { attempt, worker, ...facts });
}

/** What came of a command. A stop kills it with all of its group. */
function shell(command: string): Promise<Json> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended in the meantime.
      }
    };
    stop.signal.addEventListener('abort', kill);
    if (stop.signal.aborted) kill();
    child.on('exit', (code) => {
      stop.signal.removeEventListener('abort', kill);
      if (stop.signal.aborted) {
        resolve({ outcome: 'cancelled', effect: 'unknown', error: 'killed by a stop' });
      } else if (code === 0) {
        resolve({ outcome: 'succeeded', effect: 'present' });
      } else {
        resolve({ outcome: 'failed', effect: 'present', error: `exit code ${code}` });
      }
    });
  });
}

process.on('SIGTERM', () => stop.abort());
void followSignals();
let number = 0;
try {
  const authority = await call('GET', `runs/${run}`);
  const input = createInterface({ input: process.stdin });
  stop.signal.addEventListener('abort', () => input.close());
  for await (const line of input) {
    if (stop.signal.aborted) break;
    await runTool(++number, line.trim(), authority);
  }
} catch (error) {
  console.error(`not started: ${error instanceof Error ? error.message : error}`);
  process.exit(STOPPED);
}
process.exit(stop.signal.aborted ? STOPPED : 0);

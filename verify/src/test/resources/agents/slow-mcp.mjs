// An MCP server over standard input and output whose one tool never answers.
//   node slow-mcp.mjs FILE       writes FILE when the tool is called
import fs from 'node:fs';
import readline from 'node:readline';

const say = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
readline.createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    say({
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'slow', version: '1' },
      },
    });
  } else if (method === 'tools/list') {
    const inputSchema = { type: 'object', properties: {} };
    say({ id, result: { tools: [{ name: 'never_answer', description: 'Waits.', inputSchema }] } });
  } else if (method === 'tools/call') {
    fs.writeFileSync(process.argv[2], 'called');
  } else if (id !== undefined) {
    say({ id, error: { code: -32601, message: 'no such method' } });
  }
});
// A server that does not go when it is asked to.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
process.stdin.on('end', () => setInterval(() => {}, 1000));

// An MCP server without dependencies that has what the conformance suite asks for.
//   node server.mjs            Streamable HTTP on a free port of 127.0.0.1; prints the port
//   node server.mjs --stdio    over standard input and output
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { randomUUID } from 'node:crypto';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';
const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25'];

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const string = { type: 'string' };
const object = (properties = {}, required = []) => ({ type: 'object', properties, required });
const embedded = (uri, mimeType, words) => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});

class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

async function elicited(call, requestedSchema) {
  const answer = await call.ask('elicitation/create', { message: 'Please review', requestedSchema });
  return text(
    `Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`,
  );
}

const TOOLS = {
  test_simple_text: [object(), () => text('This is a simple text response for testing.')],
  test_image_content: [
    object(),
    () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  ],
  test_audio_content: [
    object(),
    () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  ],
  test_embedded_resource: [
    object(),
    () => ({
      content: [
        embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
      ],
    }),
  ],
  test_multiple_content_types: [
    object(),
    () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
        embedded(
          'test://mixed-content-resource',
          'application/json',
          JSON.stringify({ test: 'data', value: 123 }),
        ),
      ],
    }),
  ],
  test_tool_with_logging: [
    object(),
    async (call) => {
      for (const data of [
        'Tool execution started',
        'Tool processing data',
        'Tool execution completed',
      ]) {
        call.tell('notifications/message', { level: 'info', logger: 'test', data });
        await pause(50);
      }
      return text('Tool with logging executed successfully');
    },
  ],
  test_error_handling: [
    object(),
    () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  ],
  test_tool_with_progress: [
    object(),
    async (call) => {
      for (const progress of [0, 50, 100]) {
        if (call.token !== undefined) {
          call.tell('notifications/progress', { progressToken: call.token, progress, total: 100 });
        }
        await pause(50);
      }
      return text('Tool with progress executed successfully');
    },
  ],
  test_sampling: [
    object({ prompt: string }, ['prompt']),
    async (call) => {
      const answer = await call.ask('sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: call.arguments.prompt } }],
        maxTokens: 100,
      });
      return text(`LLM response: ${answer.content?.text ?? ''}`);
    },
  ],
  test_elicitation: [
    object({ message: string }, ['message']),
    async (call) => {
      const answer = await call.ask('elicitation/create', {
        message: call.arguments.message,
        requestedSchema: object(
          {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          ['username', 'email'],
        ),
      });
      return text(
        `User response: action: ${answer.action}, content: ${JSON.stringify(answer.content ?? {})}`,
      );
    },
  ],
  test_elicitation_sep1034_defaults: [
    object(),
    (call) =>
      elicited(
        call,
        object({
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        }),
      ),
  ],
  test_elicitation_sep1330_enums: [
    object(),
    (call) =>
      elicited(
        call,
        object({
          untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          titledSingle: {
            type: 'string',
            oneOf: [
              { const: 'value1', title: 'First Option' },
              { const: 'value2', title: 'Second Option' },
              { const: 'value3', title: 'Third Option' },
            ],
          },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: {
            type: 'array',
            items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          },
          titledMulti: {
            type: 'array',
            items: {
              anyOf: [
                { const: 'value1', title: 'First Choice' },
                { const: 'value2', title: 'Second Choice' },
                { const: 'value3', title: 'Third Choice' },
              ],
            },
          },
        }),
      ),
  ],
  test_reconnection: [
    object(),
    async (call) => {
      call.hangUp();
      await pause(100);
      return text('Reconnection test completed successfully');
    },
  ],
  json_schema_2020_12_tool: [
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { type: 'object', properties: { street: string, city: string } },
      },
      properties: { name: string, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    () => text('valid'),
  ],
  echo: [object({ message: string }), (call) => text(String(call.arguments.message ?? ''))],
};

const said = (content) => ({ messages: [{ role: 'user', content }] });
const PROMPTS = {
  test_simple_prompt: [
    [],
    () => said({ type: 'text', text: 'This is a simple prompt for testing.' }),
  ],
  test_prompt_with_arguments: [
    ['arg1', 'arg2'],
    (given) =>
      said({
        type: 'text',
        text: `Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`,
      }),
  ],
  test_prompt_with_embedded_resource: [
    ['resourceUri'],
    (given) => ({
      messages: [
        {
          role: 'user',
          content: embedded(
            given.resourceUri,
            'text/plain',
            'Embedded resource content for testing.',
          ),
        },
        {
          role: 'user',
          content: { type: 'text', text: 'Please process the embedded resource above.' },
        },
      ],
    }),
  ],
  test_prompt_with_image: [
    [],
    () => ({
      messages: [
        { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
        { role: 'user', content: { type: 'text', text: 'Please analyze the image above.' } },
      ],
    }),
  ],
};

const RESOURCES = {
  'test://static-text': {
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { mimeType: 'image/png', blob: PNG },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};

function read(uri) {
  const found = RESOURCES[uri];
  if (found) {
    return { contents: [{ uri, ...found }] };
  }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) {
    throw new Refusal(-32002, 'Resource not found');
  }
  const words = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: 'application/json', text: words }] };
}

const HANDLERS = {
  initialize: (params) => ({
    protocolVersion: REVISIONS.includes(params.protocolVersion)
      ? params.protocolVersion
      : REVISIONS.at(-1),
    capabilities: {
      tools: {},
      prompts: {},
      resources: { subscribe: true },
      logging: {},
      completions: {},
    },
    serverInfo: { name: 'conformance-server', version: '1.0.0' },
  }),
  ping: () => ({}),
  'logging/setLevel': () => ({}),
  'completion/complete': () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }),
  'tools/list': () => ({
    tools: Object.entries(TOOLS).map(([name, [inputSchema]]) => ({
      name,
      description: `The tool ${name}`,
      inputSchema,
    })),
  }),
  'prompts/list': () => ({
    prompts: Object.entries(PROMPTS).map(([name, [names]]) => ({
      name,
      description: `The prompt ${name}`,
      arguments: names.map((each) => ({ name: each, description: each, required: true })),
    })),
  }),
  'prompts/get': (params) => {
    const prompt = PROMPTS[params.name];
    if (!prompt) {
      throw new Refusal(-32602, 'Unknown prompt');
    }
    return prompt[1](params.arguments ?? {});
  },
  'resources/list': () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({
      uri,
      name: uri.slice('test://'.length),
      description: `The resource ${uri}`,
      mimeType,
    })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [
      {
        uriTemplate: 'test://template/{id}/data',
        name: 'template',
        description: 'A template',
        mimeType: 'application/json',
      },
    ],
  }),
  'resources/read': (params) => read(params.uri),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
};

/** One client: its open questions and, over HTTP, the streams that it can take up again. */
class Session {
  constructor() {
    this.id = randomUUID();
    this.questions = new Map();
    this.streams = new Map();
    this.number = 0;
  }

  answered(message) {
    const waiting = this.questions.get(message.id);
    this.questions.delete(message.id);
    if (message.error) {
      waiting?.reject(new Refusal(message.error.code, message.error.message));
    } else {
      waiting?.resolve(message.result);
    }
  }

  /** Carries a request out; `say` takes what belongs to it. */
  async carryOut(message, say, hangUp) {
    const params = message.params ?? {};
    const call = {
      arguments: params.arguments ?? {},
      token: params._meta?.progressToken,
      tell: (method, told) => say({ jsonrpc: '2.0', method, params: told }),
      hangUp,
      ask: (method, asked) =>
        new Promise((resolve, reject) => {
          const id = this.number++;
          this.questions.set(id, { resolve, reject });
          say({ jsonrpc: '2.0', id, method, params: asked });
        }),
    };
    const done = (rest) => say({ jsonrpc: '2.0', id: message.id, ...rest });
    try {
      if (message.method === 'tools/call') {
        const tool = TOOLS[params.name];
        if (!tool) {
          throw new Refusal(-32602, `Unknown tool: ${params.name}`);
        }
        done({ result: await tool[1](call) });
      } else if (HANDLERS[message.method]) {
        done({ result: HANDLERS[message.method](params) });
      } else {
        throw new Refusal(-32601, 'Method not found');
      }
    } catch (refused) {
      done({ error: { code: refused.code ?? -32603, message: refused.message } });
    }
  }
}

function stdio() {
  const session = new Session();
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) {
      session.answered(message);
    } else if (message.id !== undefined) {
      session.carryOut(message, say, () => {});
    }
  });
}

/** The stream of one request: what is said while nobody reads waits for who takes it up again. */
class Stream {
  constructor(response) {
    this.id = randomUUID();
    this.number = 0;
    this.waiting = [];
    this.begin(response);
    this.write('retry: 100\n', '');
  }

  begin(response) {
    this.response = response;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      ...this.headers,
    });
    for (const each of this.waiting.splice(0)) {
      this.say(each);
    }
  }

  write(fields, data) {
    this.response.write(`${fields}id: ${this.id}_${this.number++}\ndata: ${data}\n\n`);
  }

  say(message) {
    if (!this.response) {
      this.waiting.push(message);
      return;
    }
    this.write('event: message\n', JSON.stringify(message));
    if (message.method === undefined) {
      this.response.end();
      this.response = undefined;
    }
  }

  hangUp() {
    this.response.end();
    this.response = undefined;
  }
}

function http() {
  const sessions = new Map();
  const local = (address) => {
    try {
      return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
    } catch {
      return false;
    }
  };
  const server = createServer(async (request, response) => {
    const { host, origin } = request.headers;
    if (!local(`http://${host}`) || (origin !== undefined && !local(origin))) {
      response.writeHead(403).end();
      return;
    }
    let session = sessions.get(request.headers['mcp-session-id']);
    if (request.method === 'GET') {
      const [id] = (request.headers['last-event-id'] ?? '').split('_');
      const stream = session?.streams.get(id);
      if (!stream) {
        response.writeHead(405, { allow: 'POST, DELETE' }).end();
        return;
      }
      stream.begin(response);
      return;
    }
    if (request.method === 'DELETE') {
      sessions.delete(session?.id);
      response.writeHead(session ? 200 : 404).end();
      return;
    }
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    const message = JSON.parse(body);
    if (message.method === 'initialize') {
      session = new Session();
      sessions.set(session.id, session);
      const one = (answer) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': session.id })
          .end(JSON.stringify(answer));
      session.carryOut(message, one, () => {});
    } else if (!session) {
      response.writeHead(404).end();
    } else if (message.method === undefined) {
      session.answered(message);
      response.writeHead(202).end();
    } else if (message.id === undefined) {
      response.writeHead(202).end();
    } else {
      const stream = new Stream(response);
      session.streams.set(stream.id, stream);
      session.carryOut(message, (each) => stream.say(each), () => stream.hangUp());
    }
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

if (process.argv.includes('--stdio')) {
  stdio();
} else {
  http();
}

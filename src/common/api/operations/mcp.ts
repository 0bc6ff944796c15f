import { z } from 'zod'
import { errorBody } from '../shapes'
import { endpoint, type Operation } from './operation'

/** The door for programs that speak the Model Context Protocol (MC1). */
export const mcpOperations = [
  {
    ...endpoint('mcp', {
      mode: '`read-only`: without the tools that change something; `dry-run`: they answer with the difference, and change nothing.'
    }),
    group: 'Programs',
    summary: 'Answers one message of the Model Context Protocol, or a batch of them.',
    description:
      'Streamable HTTP without a stream: answers are JSON, and no state is kept between requests. The tools do what the other addresses do, with the same rights. `Mcp-Session-Id` carries the program’s name alone.',
    caller: 'token',
    headers: [
      { name: 'Mcp-Session-Id', description: 'As the answer to `initialize` gave it.' },
      { name: 'Mcp-Protocol-Version', description: 'The version that was agreed upon.' }
    ],
    body: { kind: 'json', schema: z.unknown(), required: true },
    answers: {
      200: { description: 'The answer to each message that asks for one.', body: 'data' },
      202: { description: 'Nothing in it asks for an answer.', body: null },
      403: { description: 'A page of another origin asks.', body: errorBody },
      406: { description: '`Accept` names not both of JSON and event streams.', body: 'data' },
      415: { description: 'The message is no JSON.', body: 'data' }
    },
    refusals: ['bad-request', 'not-found']
  }
] as const satisfies readonly Operation[]

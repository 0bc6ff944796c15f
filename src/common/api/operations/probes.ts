import { readiness } from '../shapes'
import { endpoint, type Operation } from './operation'

/** What a supervisor, a balancer or a container's host asks, without a token (OP1). */
export const probeOperations = [
  {
    ...endpoint('readLiveness'),
    group: 'Running it',
    summary: 'Says that the service answers at all.',
    caller: 'anybody',
    answers: { 200: { description: 'It answers.', body: 'data' } },
    refusals: []
  },
  {
    ...endpoint('readReadiness'),
    group: 'Running it',
    summary: 'Says whether requests should be sent here.',
    description: 'The store is open, its disk can be written, and the service is not ending.',
    caller: 'anybody',
    answers: {
      200: { description: 'Ready.', body: readiness },
      503: { description: 'Not ready, and why.', body: readiness }
    },
    refusals: []
  }
] as const satisfies readonly Operation[]

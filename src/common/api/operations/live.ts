import { event } from '../shapes'
import { endpoint, type Operation } from './operation'

/** What happens, as it happens (X3), and what can be stopped. */
export const liveOperations = [
  {
    ...endpoint('events'),
    group: 'Live',
    summary: 'Tells everything that happens and that the caller may know of, as server-sent events.',
    description: `The first is \`hello\`. Each is one of: ${eventTypes().join(', ')}.`,
    caller: 'token',
    answers: { 200: { description: 'A stream that goes on.', body: 'events' } },
    refusals: ['too-many']
  },
  {
    ...endpoint('stopOperation'),
    group: 'Live',
    summary: 'Stops a move, copy or deletion under way, by the name that its request gave it.',
    description: 'What it did is taken back, and its request fails with the reason `cancelled`.',
    caller: 'token',
    answers: { 204: { description: 'It was asked to stop.', body: null } },
    refusals: ['not-found']
  }
] as const satisfies readonly Operation[]

function eventTypes(): string[] {
  return [...new Set(event.options.map(({ shape }) => `\`${shape.type.value}\``))]
}

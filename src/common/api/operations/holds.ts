import { z } from 'zod'
import { hold, holdsIn, LONGEST_HOLD } from '../../held'
import { endpoint, type Operation } from './operation'

/** Documents that people keep for themselves for a while (RT15). */
export const holdOperations = [
  {
    ...endpoint('listHolds'),
    group: 'Writing together',
    summary: 'Lists which files are held, by whom and until when.',
    description:
      'In the whole workspace, or at and below a path, as far as the caller may read it; the event `hold` tells when that may be otherwise. A hold that is over is in no list, and no event tells of its end.',
    caller: 'token',
    answers: { 200: { description: 'The holds that last.', body: holdsIn } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('hold'),
    group: 'Writing together',
    summary: 'Holds a file for the caller: others see it, and their windows show the file read-only.',
    description:
      'A request between people and no permission: every write that the permissions let is still taken. Of a file that the caller holds already it lasts from now on; one that somebody else holds stays theirs, and is the answer. It goes with its file when that is moved, and ends when it is deleted.',
    caller: 'token',
    body: {
      kind: 'json',
      schema: z.object({
        /** How long it lasts; without it an hour. */
        seconds: z.number().int().min(1).max(LONGEST_HOLD).exactOptional()
      }),
      required: false
    },
    answers: {
      200: { description: 'The hold that is there now, the caller’s or somebody else’s.', body: hold }
    },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found']
  },
  {
    ...endpoint('passHold'),
    group: 'Writing together',
    summary: 'Says that the caller writes in a file that somebody else holds all the same.',
    description: 'Whoever holds it sees that. Windows of the caller write in it until the hold ends.',
    caller: 'token',
    answers: { 200: { description: 'The hold, with the caller beside who has it.', body: hold } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('letGo'),
    group: 'Writing together',
    summary: 'Ends a hold of the caller.',
    caller: 'token',
    answers: { 204: { description: 'The caller does not hold it (any more).', body: null } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  }
] as const satisfies readonly Operation[]

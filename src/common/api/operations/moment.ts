import { RESTORE_POINT } from '../../content/version-labels'
import { momentChanges, momentRun, momentRequest } from '../../moment/answers'
import { endpoint, type Operation } from './operation'
import { operationName } from './parameters'

const group = 'Points in time'

/** What changed between two moments, and the way back. */
export const momentOperations = [
  {
    ...endpoint('momentChanges', {
      from: 'Since when, in Unix milliseconds.',
      to: 'Until when; default: now.',
      limit: 'How many at most, 1 to 10,000; default 1,000.',
      after: '`next` of the page before.',
      token:
        'Id of a token: only what it did, each file against how it was before; the scope may be `/`, for everything.'
    }),
    group,
    summary: 'Tells which files changed between two moments, how, and by whom.',
    description:
      'Sorted by path. Only files all of whose places the caller may read. Autosaves are kept every five minutes: `exact` says when exactly the state of then was not kept.',
    caller: 'token',
    answers: { 200: { description: 'One page, and how many there are.', body: momentChanges } },
    refusals: ['bad-path', 'bad-request', 'forbidden']
  },
  {
    ...endpoint('returnToMoment'),
    group,
    summary: 'Brings everything below a path, or a choice of it, back to how it was at a moment.',
    description: `What is replaced stays as the version \`${RESTORE_POINT}\`; what was deleted comes back with its id and history; files made since go to the trash when \`trashAdded\` says so. What cannot be done is told for each file, the rest is done. Stopped or interrupted, it can be gone on with; all of it is undone as one. With \`token\` only what that token did since the moment, in everything below \`/\` too; a file that others have changed since is told, and left as it is.`,
    caller: 'token',
    headers: [operationName],
    body: { kind: 'json', schema: momentRequest, required: true },
    answers: { 200: { description: 'What was done and what was not.', body: momentRun } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('listMomentRuns', { path: 'Only below this path.' }),
    group,
    summary: 'Lists what the caller brought back, newest first.',
    caller: 'token',
    answers: { 200: { description: 'The last hundred.', body: momentRun.array() } },
    refusals: ['bad-path']
  },
  {
    ...endpoint('changeMomentRun'),
    group,
    summary: 'Undoes it as one, or goes on with one that was stopped or interrupted.',
    caller: 'token',
    headers: [operationName],
    answers: { 200: { description: 'What was done and what was not.', body: momentRun } },
    refusals: ['not-found', 'exists']
  }
] as const satisfies readonly Operation[]

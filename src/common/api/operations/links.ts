import {
  change,
  changed,
  changeRequest,
  documentLinks,
  externalLinks,
  linkPlan,
  movedOutside,
  planRequest,
  problemKinds,
  siteProblems
} from '../../links/answers'
import { endpoint, type Operation } from './operation'

const group = 'Links'
const limit = 'How many at most, 1 to 1,000; default 200.'
const after = '`next` of the page before.'

/** Who links to whom, what is wrong with that, and what a move means for it. */
export const linkOperations = [
  {
    ...endpoint('planLinks'),
    group,
    summary:
      'Tells what a move would write so that every link leads where it led, or who links to what is deleted.',
    description:
      'Writes nothing. `cannot` lists what would lead elsewhere; `redirects`, `naming` and `rights` what is offered or told beside. Told is what the caller may read.',
    caller: 'token',
    body: { kind: 'json', schema: planRequest, required: true },
    answers: { 200: { description: 'The plan.', body: linkPlan } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'too-large', 'too-many']
  },
  {
    ...endpoint('listMoved'),
    group,
    summary: 'Lists what other programs moved within the last month, while the service ran or did not.',
    description:
      'A folder stands for all that went its way. Links to and in them that lead elsewhere since are problems of the kind `old`, with what mends them.',
    caller: 'token',
    answers: { 200: { description: 'The newest first.', body: movedOutside.array() } },
    refusals: ['too-many']
  },
  {
    ...endpoint('readLinks', { direction: '`in` or `out` alone.', limit, after }),
    group,
    summary: 'Lists what links to a file, and what it links to, with how each stands.',
    description:
      'Of a link the caller has to may read both ends; of what they may not read the state is `unknown`.',
    caller: 'token',
    answers: { 200: { description: 'Both directions.', body: documentLinks } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'too-many']
  },
  {
    ...endpoint('listLinkProblems', {
      is: `Only these, with commas between: ${problemKinds.join(', ')}.`,
      ignored: '`true`: also what somebody chose to ignore.',
      limit,
      after
    }),
    group,
    summary: 'Lists what is wrong with the links, pictures and titles of a site.',
    caller: 'token',
    answers: { 200: { description: 'One page, and how many there are of each kind.', body: siteProblems } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-many']
  },
  {
    ...endpoint('listExternalLinks', { host: 'Only links to this host.', limit, after }),
    group,
    summary: 'Lists the links of a site that lead to other hosts, by host and address.',
    description: 'None of these addresses is fetched. Told is what the caller may read.',
    caller: 'token',
    answers: { 200: { description: 'One page, and how much there is of each host.', body: externalLinks } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-many']
  },
  {
    ...endpoint('changeLinks'),
    group,
    summary: 'Mends addresses as one change, or ignores a problem with a reason, or heeds it again.',
    caller: 'token',
    body: { kind: 'json', schema: changeRequest, required: true },
    answers: { 200: { description: 'What was done.', body: changed } },
    refusals: ['bad-path', 'bad-request', 'forbidden']
  },
  {
    ...endpoint('listChanges'),
    group,
    summary: 'Lists changes of several files that the caller made as one, newest first.',
    caller: 'token',
    answers: { 200: { description: 'The last hundred.', body: change.array() } },
    refusals: ['too-many']
  },
  {
    ...endpoint('undoChange'),
    group,
    summary: 'Takes a change of several files back as one: the same bytes at the same places.',
    description: 'A document that somebody changed since stays as it is, and is listed.',
    caller: 'token',
    answers: { 200: { description: 'What was done.', body: changed } },
    refusals: ['not-found', 'exists']
  }
] as const satisfies readonly Operation[]

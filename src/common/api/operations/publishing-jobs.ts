import { jobAccepted, jobDetails, jobList, jobResource, jobShown, jobRequest } from '../../publishing/jobs'
import { pageReferences } from '../../publishing/reference-answers'
import { errorBody } from '../shapes'
import { endpoint, type Operation } from './operation'

const group = 'Publishing'
const begun = { 202: { description: 'Begun; `links.self` tells how far it is.', body: jobAccepted } }
const body = { kind: 'json', schema: jobRequest, required: false } as const

const statusJob = {
  group,
  summary: 'Lists what is there in edit, preview and live, as a job.',
  description:
    'A path that ends with `/*` means all below it; without paths the whole site. `select` names the states, `pathsOnly` leaves the rest out. The list is in the job’s details.',
  caller: 'publisher',
  body,
  answers: begun,
  refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large']
} as const

/** Many paths at once, as jobs (U1, U2). */
export const publishingJobOperations = [
  {
    ...endpoint('publishMany'),
    group,
    summary: 'Publishes many paths as a job, or takes them out.',
    description:
      'A path that ends with `/*` means all below it; without paths the whole site. `delete` takes out; `forceUpdate` publishes also what is published as it is. What the caller may not write fails by itself.',
    caller: 'publisher',
    body,
    answers: begun,
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('checkMany'),
    group,
    summary: 'Tells what publishing many paths to live would do, as a job; nothing is published.',
    description:
      'It takes the same paths as the job that publishes, and has the same results: 200 would be published, 304 is live as it is, else the refusal. `check` tells what readers will see changed, and what is wrong.',
    caller: 'publisher',
    body,
    answers: begun,
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('checkOne'),
    group,
    summary: 'Tells what publishing a path to live would change for readers, and what is wrong with it.',
    caller: 'publisher',
    answers: { 200: { description: 'What would be published.', body: jobResource } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'is-folder']
  },
  {
    ...endpoint('readReferences'),
    group,
    summary: 'Tells what a page links to and shows in its site, and how that stands for readers.',
    description:
      'Of that what the caller may read and is there. `media` goes with the page when it is published; `links` do not. What is no page has none.',
    caller: 'publisher',
    answers: { 200: { description: 'What is behind its links, and what it shows.', body: pageReferences } },
    refusals: ['bad-path', 'forbidden', 'not-found', 'too-large', 'too-complex']
  },
  {
    ...endpoint('drawPage', { plain: '`true`: its sections alone.' }),
    group,
    summary:
      'Answers with the page that readers would get of the text that is sent; nothing is stored or published.',
    description: 'As in preview, with what the site says of all its pages.',
    caller: 'publisher',
    body: { kind: 'fields', raw: true, fields: [] },
    answers: { 200: { description: 'The page.', body: 'html' } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large', 'too-complex']
  },
  { ...endpoint('startStatusJob'), ...statusJob },
  { ...endpoint('startStatusJobOfAll'), ...statusJob },
  {
    ...endpoint('listJobs'),
    group,
    summary: 'Lists the jobs of one kind, newest first.',
    caller: 'publisher',
    answers: { 200: { description: 'The jobs.', body: jobList } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('readJob'),
    group,
    summary: 'Tells how far a job is.',
    caller: 'publisher',
    answers: { 200: { description: 'The job.', body: jobShown } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('readJobDetails'),
    group,
    summary: 'Tells how far a job is, and what became of each path.',
    caller: 'publisher',
    answers: { 200: { description: 'The job with its data.', body: jobDetails } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('cancelJob'),
    group,
    summary: 'Ends a running job after what is under way; what it did is kept.',
    caller: 'publisher',
    answers: {
      204: { description: 'It ends.', body: null },
      409: { description: 'The job does not run (any more).', body: errorBody }
    },
    refusals: ['bad-path', 'forbidden', 'not-found']
  }
] as const satisfies readonly Operation[]

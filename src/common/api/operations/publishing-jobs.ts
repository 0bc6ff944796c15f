import { jobAccepted, jobDetails, jobList, jobResource, jobShown, jobRequest } from '../../publishing/jobs'
import { pageReferences } from '../../publishing/reference-answers'
import { errorBody } from '../shapes'
import type { Operation } from './operation'

const group = 'Publishing'
const begun = { 202: { description: 'Begun; `links.self` tells how far it is.', body: jobAccepted } }
const body = { kind: 'json', schema: jobRequest, required: false } as const
const jobs = '/publish/job/{org}/{site}/{ref}/{topic}'
const job = `${jobs}/{name}`

const statusJob = <const Id extends string, const Last extends 'index' | '*'>(id: Id, last: Last) =>
  ({
    id,
    method: 'POST',
    address: `/publish/status/{org}/{site}/{ref}/${last}` as const,
    group,
    summary: 'Lists what is there in edit, preview and live, as a job.',
    description:
      'A path that ends with `/*` means all below it; without paths the whole site. `select` names the states, `pathsOnly` leaves the rest out. The list is in the job’s details.',
    caller: 'publisher',
    body,
    answers: begun,
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large']
  }) as const satisfies Operation

/** Many paths at once, as jobs (U1, U2). */
export const publishingJobOperations = [
  {
    id: 'publishMany',
    method: 'POST',
    address: '/publish/{environment}/{org}/{site}/{ref}/*',
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
    id: 'checkMany',
    method: 'POST',
    address: '/publish/check/{org}/{site}/{ref}/*',
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
    id: 'checkOne',
    method: 'GET',
    address: '/publish/check/{org}/{site}/{ref}/{path}',
    group,
    summary: 'Tells what publishing a path to live would change for readers, and what is wrong with it.',
    caller: 'publisher',
    answers: { 200: { description: 'What would be published.', body: jobResource } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'is-folder']
  },
  {
    id: 'readReferences',
    method: 'GET',
    address: '/publish/references/{org}/{site}/{ref}/{path}',
    group,
    summary: 'Tells what a page links to and shows in its site, and how that stands for readers.',
    description:
      'Of that what the caller may read and is there. `media` goes with the page when it is published; `links` do not. What is no page has none.',
    caller: 'publisher',
    answers: { 200: { description: 'What is behind its links, and what it shows.', body: pageReferences } },
    refusals: ['bad-path', 'forbidden', 'not-found', 'too-large', 'too-complex']
  },
  {
    id: 'drawPage',
    method: 'POST',
    address: '/publish/page/{org}/{site}/{ref}/{path}',
    group,
    summary:
      'Answers with the page that readers would get of the text that is sent; nothing is stored or published.',
    description: 'As in preview, with what the site says of all its pages.',
    caller: 'publisher',
    query: [{ name: 'plain', description: '`true`: its sections alone.' }],
    body: { kind: 'fields', raw: true, fields: [] },
    answers: { 200: { description: 'The page.', body: 'html' } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large', 'too-complex']
  },
  statusJob('startStatusJob', 'index'),
  statusJob('startStatusJobOfAll', '*'),
  {
    id: 'listJobs',
    method: 'GET',
    address: jobs,
    group,
    summary: 'Lists the jobs of one kind, newest first.',
    caller: 'publisher',
    answers: { 200: { description: 'The jobs.', body: jobList } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    id: 'readJob',
    method: 'GET',
    address: job,
    group,
    summary: 'Tells how far a job is.',
    caller: 'publisher',
    answers: { 200: { description: 'The job.', body: jobShown } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    id: 'readJobDetails',
    method: 'GET',
    address: `${job}/details`,
    group,
    summary: 'Tells how far a job is, and what became of each path.',
    caller: 'publisher',
    answers: { 200: { description: 'The job with its data.', body: jobDetails } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    id: 'cancelJob',
    method: 'DELETE',
    address: job,
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

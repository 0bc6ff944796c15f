import { indexOverview, indexTrial, pageIndex } from '../../query-index/answers'
import { jobAccepted, jobRequest } from '../../publishing/jobs'
import { endpoint, type Operation } from './operation'

const group = 'Query index'
const answers = { 200: { description: 'What the index says of the page.', body: pageIndex } }

/** The query index of a site (U3). Its files are read like any other of the live site. */
export const queryIndexOperations = [
  {
    ...endpoint('readIndex'),
    group,
    summary: 'Tells which index files a site has, and whether they are made by its definition as it is now.',
    description:
      'The definition is `helix-query.yaml` in the site’s root. What is wrong with it comes with line and column.',
    caller: 'publisher',
    answers: { 200: { description: 'The state of the index.', body: indexOverview } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('tryIndex', {
      limit: 'Of each index: how many rows.',
      offset: 'Of each index: how many rows to leave out first.'
    }),
    group,
    summary: 'Shows the rows that a definition would make of the pages that are live. Nothing is changed.',
    description:
      'The body is the definition as YAML, at most 1 MB. Of each index up to 50 rows are answered, with `limit` up to 200.',
    caller: 'publisher',
    answers: { 200: { description: 'What is wrong with it, and the rows.', body: indexTrial } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('makeIndex'),
    group,
    summary: 'Puts the definition in force and reads the live pages anew, as a job.',
    description:
      'A path that ends with `/*` means all below it; without paths the whole site. Its topic is `index`. Without a definition in the source the index is taken away.',
    caller: 'publisher',
    body: { kind: 'json', schema: jobRequest, required: false },
    answers: { 202: { description: 'Begun; `links.self` tells how far it is.', body: jobAccepted } },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'too-large']
  },
  {
    ...endpoint('readPageIndex'),
    group,
    summary: 'Tells the row of one page.',
    caller: 'publisher',
    answers,
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('makePageIndex'),
    group,
    summary: 'Reads one live page again, and tells its row.',
    caller: 'publisher',
    answers,
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('removePageIndex'),
    group,
    summary: 'Takes the rows of one page out of the index.',
    description: 'They come back when the page is published again, or the index is made anew.',
    caller: 'publisher',
    answers: { 204: { description: 'It is out.', body: null } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  }
] as const satisfies readonly Operation[]

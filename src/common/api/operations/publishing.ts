import { published, purged, status } from '../../publishing/answers'
import { publishedListing } from '../../publishing/listing'
import { endpoint, type Operation } from './operation'

const group = 'Publishing'
const path =
  'The path is that of a page without `.html`, of a folder’s index page with a slash at the end, of anything else with its extension.'

/**
 * One path of a site in preview and live (U1); jobs for many are in `publishing-jobs.ts`, what readers get in
 * `reading.ts`.
 */
export const publishingOperations = [
  {
    ...endpoint('publish'),
    group,
    summary: 'Publishes a file as it is now: to preview, or to preview and live.',
    description: `The media of the site that a page shows goes with it. ${path}`,
    caller: 'publisher',
    answers: {
      200: {
        description: 'Where it is in the environment that was asked for, and in preview.',
        body: published
      }
    },
    refusals: ['bad-path', 'bad-request', 'forbidden', 'not-found', 'is-folder']
  },
  {
    ...endpoint('readPublication'),
    group,
    summary: 'Tells what is published of a path in one environment.',
    description: path,
    caller: 'publisher',
    answers: { 200: { description: 'Where it is, since when, and by whom.', body: published } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('unpublish'),
    group,
    summary: 'Takes a path out of one environment; the source stays as it is, and need not be there.',
    description: path,
    caller: 'publisher',
    answers: { 204: { description: 'Taken out.', body: null } },
    refusals: ['bad-path', 'forbidden', 'not-found']
  },
  {
    ...endpoint('readPublishStatus'),
    group,
    summary: 'Tells of a path’s source, preview and live at once.',
    description: `What is not there has \`status: 404\` in its part. ${path}`,
    caller: 'publisher',
    answers: { 200: { description: 'The three states.', body: status } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('listPublished'),
    group,
    summary: 'Lists everything that is published of a site, also what has no source any more.',
    description: 'Sorted by path; of it what the caller may read.',
    caller: 'publisher',
    answers: { 200: { description: 'What is published.', body: publishedListing } },
    refusals: ['bad-path', 'forbidden']
  },
  {
    ...endpoint('purge'),
    group,
    summary: 'Forgets what was rendered for readers; the next answer is made anew.',
    description:
      'Never needed after a publication: what is kept goes by its content. `/*` and no path mean the whole site.',
    caller: 'publisher',
    answers: { 200: { description: 'Forgotten.', body: purged } },
    refusals: ['bad-path', 'forbidden']
  }
] as const satisfies readonly Operation[]

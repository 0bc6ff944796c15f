import { z } from 'zod'
import { contentPath } from '../../../common/content/paths'
import { pathGiven } from '../asking'
import { given, tool } from '../tool'

/** Of one file so many places are told. */
const MOST_PLACES = 5

/** Asks the search that everybody asks (FI2). */
export const searchTool = tool({
  name: 'search',
  title: 'Find what is written',
  description:
    'Finds files by what they say and by their names, with the words around each place: words, "phrases", -without, OR, /pattern/i over sources, and filters such as kind:page, path:/folder, by:ada, changed:7d, title:word, tag:word, is:live, is:broken, is:orphan, to:/page and from:/page for links, has:media, label:word for names of versions. in:history finds words that went from files, with who took them and when; in:trash what was deleted.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(1000),
    path: given.path.default('/').describe('Only at and below this place.'),
    after: z.string().max(100).optional().describe('`next` of the page before.'),
    limit: z.int().min(1).max(200).default(20).describe('How many files at most.')
  }),
  async run({ api }, { query, path, after, limit }) {
    const at = path === '/' ? contentPath('/') : pathGiven(path)
    const { hits, total, totalIs, next, notes, meant, state } = await api.search(query, { at, after, limit })
    return {
      facts: {
        entries: hits.map(({ path: place, kind, title, changedAt, by, was, places, more }) => ({
          path: place,
          kind,
          title,
          changedAt,
          ...(was && { was, by: by.email }),
          places: places.slice(0, MOST_PLACES).map(({ at: where, text }) => ({ at: where, text })),
          more: more + Math.max(0, places.length - MOST_PLACES)
        })),
        total,
        totalIs,
        next: next ?? null,
        ...(notes.length > 0 && { notes }),
        ...(meant !== undefined && { meant }),
        ...(state.kind === 'looking' && {
          note: `Looked through ${state.looked} of ${state.of} files: ask on with \`after\`.`
        }),
        ...(state.kind === 'reading' && { note: 'Not all is read yet: more may be found in a moment.' })
      }
    }
  }
})

import { z } from 'zod'
import { contentPath } from '../../../common/content/paths'
import type { ReplaceAnswer } from '../../../common/replace/answers'
import { pathGiven } from '../asking'
import { given, tool } from '../tool'

const asked = {
  query: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .describe('One word, "several words" or /pattern/i, with filters such as path:/folder beside it.'),
  with: z.string().max(10_000).describe('Behind a pattern `$1` and `$&` stand for what it found.'),
  path: given.path.default('/').describe('Only at and below this place.'),
  capitals: z.boolean().default(false).describe('Capitals count.'),
  wholeWords: z.boolean().default(false),
  addresses: z.boolean().default(false).describe('Also in addresses of links and pictures.')
}

type Asked = z.output<z.ZodObject<typeof asked>>

const placeOf = (path: string) => (path === '/' ? contentPath('/') : pathGiven(path))
const requestOf = ({ query, with: by, capitals, wholeWords, addresses }: Asked) => ({
  q: query,
  with: by,
  case: capitals,
  word: wholeWords,
  addresses
})

/** What would be replaced in many documents: writes nothing (RP1). */
export const findReplaceable = tool({
  name: 'find_to_replace',
  title: 'Tell what a replacement would change',
  description:
    'Lists each place where words would be replaced in documents, with the etags that `replace` wants, and what cannot be; `breaks` names values that would break the schema of their document. Markup and names of fields are never replaced.',
  input: z.strictObject({ ...asked, after: given.after }),
  async run({ api }, { after, ...request }) {
    const answer = await api.replace(placeOf(request.path), { ...requestOf(request), dry: true, after })
    const { found, files, places, next, looked, of } = answer
    return {
      facts: {
        entries: found.map(({ path, etag, places: told, more }) => ({
          path,
          etag,
          places: told.slice(0, MOST_PLACES).map(({ n, at, text, by }) => ({ n, at, text, by })),
          more: more + Math.max(0, told.length - MOST_PLACES)
        })),
        files,
        places,
        cannot: cannotOf(answer),
        breaks: answer.breaks.slice(0, MOST_PLACES),
        looked,
        of,
        next: next ?? null
      }
    }
  }
})

/** Replaces in documents that were told (MC4). */
export const replaceTool = tool({
  name: 'replace',
  title: 'Replace words in many documents',
  description:
    'Replaces words in the documents that `find_to_replace` told, all as one change of which each keeps a version. One that was changed since stays, and is named in `left`.',
  writes: true,
  input: z.strictObject({
    ...asked,
    files: z
      .strictObject({
        path: given.path,
        etag: given.etag,
        except: z.int().min(0).array().max(10_000).default([]).describe('Places that stay, by their `n`.')
      })
      .array()
      .min(1)
      .max(1000)
  }),
  async run({ api, isDryRun }, { files, ...request }) {
    const answer = await api.replace(placeOf(request.path), { ...requestOf(request), files, dry: isDryRun })
    const { change, left, ...done } = answer
    return {
      facts: {
        change,
        files: done.files,
        places: done.places,
        left: [...left],
        cannot: cannotOf(answer),
        breaks: answer.breaks.slice(0, MOST_PLACES)
      }
    }
  }
})

/** Of one file, and of one answer, so many are told. */
const MOST_PLACES = 20
const MOST_CANNOT = 100

const cannotOf = ({ cannot }: ReplaceAnswer) =>
  cannot
    .slice(0, MOST_CANNOT)
    .map(({ path, text, why }) => ({ path, why, ...(text !== undefined && { text }) }))

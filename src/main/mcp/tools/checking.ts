import { z } from 'zod'
import { nameOf, splitName } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import { formatOf } from '../../../common/formats/files'
import { schemaNameIn } from '../../../common/formats/structured'
import { parseJson } from '../../../common/json'
import { pageOf } from '../answers'
import { pathGiven } from '../asking'
import { given, tool } from '../tool'
import { readText, requireText } from './texts'

/** What is wrong with a document, and what it was before. */
export const checkingTools = [
  tool({
    name: 'validate',
    title: 'Check a document',
    description:
      'Checks a document, or a content that could be written there: pages by the rules of HTML, structured documents against their schema, JSON by its grammar. Nothing is written.',
    input: z.strictObject({
      path: given.path,
      content: z.string().optional().describe('What to check; default: what is stored.')
    }),
    async run(asking, { path: place, content }) {
      const path = pathGiven(place)
      requireText(path)
      const text = content ?? (await readText(asking, path)).text
      if (formatOf(splitName(nameOf(path)).ext) === 'json') return { facts: { path, ...jsonProblems(text) } }
      const schema = schemaNameIn(text)
      const schemaPage = schema === null ? null : await asking.schemaPage(path, schema)
      const { errors, warnings, problems } = await asking.work(
        'check',
        path,
        {
          path,
          bytes: encoded(text),
          schemaPage: schemaPage === null ? null : encoded(schemaPage),
          published: null,
          metadata: null
        },
        text.length
      )
      return { facts: { path, schema, errors, warnings, problems } }
    }
  }),
  tool({
    name: 'versions',
    title: 'List the versions of a document',
    description:
      'Lists what a document was, newest first: who wrote it and when, with which program, and its label. `version` names one for the other tools.',
    input: z.strictObject({ path: given.path, after: given.after, limit: given.limit.default(50) }),
    async run({ api }, { path: place, after, limit }) {
      const path = pathGiven(place)
      const { entries, ...page } = pageOf(await api.history(path), after, limit)
      return {
        facts: {
          path,
          ...page,
          entries: entries.map(({ url, users, timestamp, label, written }) => ({
            version: url,
            label: label ?? null,
            by: written?.by.email ?? users[0]?.email ?? null,
            with: written?.by.via?.program ?? null,
            at: new Date(written?.at ?? timestamp).toISOString()
          }))
        }
      }
    }
  })
]

const encoded = (text: string) => new TextEncoder().encode(text)

function jsonProblems(text: string) {
  try {
    parseJson(text)
    return { errors: 0, warnings: 0, problems: [] }
  } catch (error) {
    if (error instanceof GalleyError) throw error
    const message = error instanceof Error ? error.message : 'This is not JSON.'
    return { errors: 1, warnings: 0, problems: [{ severity: 'error', message }] }
  }
}

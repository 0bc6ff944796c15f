import { z } from 'zod'
import { contentPath, nameOf, splitName } from '../../../common/content/paths'
import { formatOf } from '../../../common/formats/files'
import { schemaNameIn } from '../../../common/formats/structured'
import { pageOf, pieceIn } from '../answers'
import { pathGiven } from '../asking'
import { given, tool } from '../tool'
import { searchTool } from './search'
import { difference, readText, textAt } from './texts'

/** Tools that change nothing. */
export const readingTools = [
  tool({
    name: 'list',
    title: 'List a folder',
    description:
      'Lists a folder: files with size and etag, and folders. `/` lists the organizations, /organization its sites.',
    input: z.strictObject({ path: given.path.default('/'), after: given.after, limit: given.limit }),
    async run({ api }, { path, after, limit }) {
      const folder = path === '/' ? contentPath('/') : pathGiven(path)
      const { entries, ...page } = pageOf(await api.list(folder), after, limit)
      return {
        facts: {
          ...page,
          entries: entries.map(({ path: place, ext, size, etag, lastModified }) => ({
            path: place,
            kind: ext === undefined ? 'folder' : 'file',
            ...(ext !== undefined && { size, etag, lastModified })
          }))
        }
      }
    }
  }),
  searchTool,
  tool({
    name: 'read',
    title: 'Read a document',
    description:
      'Reads a document as text, in pieces, with its etag; with `version` an older state of it. Media is told of, not read.',
    input: z.strictObject({
      path: given.path,
      version: given.version.optional(),
      from: given.from,
      letters: given.letters
    }),
    async run(asking, { path: text, version, from, letters }) {
      const path = pathGiven(text)
      if (formatOf(splitName(nameOf(path)).ext) === 'media' && splitName(nameOf(path)).ext !== '') {
        const { type, size, etag, lastModified } = await asking.api.head(path)
        return {
          facts: { path, type, size, etag, lastModified, note: 'Media: its bytes are not read here.' }
        }
      }
      const read = await textAt(asking, path, version)
      return {
        facts: { path, etag: read.etag, ...(version !== undefined && { version }) },
        content: [pieceIn(path, read.text, from, letters)]
      }
    }
  }),
  tool({
    name: 'read_blocks',
    title: 'Read a page block by block',
    description:
      'Reads a page as its blocks: paragraphs, headings, tables and named blocks, each with its place, its words and its source. `edit_block` names a block by place and text.',
    input: z.strictObject({ path: given.path, after: given.after, limit: given.limit.default(50) }),
    async run(asking, { path: text, after, limit }) {
      const path = pathGiven(text)
      const read = await readText(asking, path)
      const blocks = await asking.work('blocks', path, { html: read.text }, read.text.length)
      const { entries, ...page } = pageOf(blocks, after, limit)
      return { facts: { path, etag: read.etag, ...page }, content: [wholeOf(path, entries)] }
    }
  }),
  tool({
    name: 'read_data',
    title: 'Read a structured document as data',
    description: 'Reads a structured document as JSON, typed by its schema, with where it breaks it.',
    input: z.strictObject({ path: given.path, from: given.from, letters: given.letters }),
    async run(asking, { path: text, from, letters }) {
      const path = pathGiven(text)
      const { text: html, etag } = await readText(asking, path)
      const name = schemaNameIn(html)
      const schemaPage = name === null ? null : await asking.schemaPage(path, name)
      const { data, problems, title, schema } = await asking.work(
        'data-read',
        path,
        { html, schemaPage },
        html.length
      )
      return {
        facts: { path, etag, title, schema, problems },
        content: [pieceIn(path, JSON.stringify(data, null, 1), from, letters)]
      }
    }
  }),
  tool({
    name: 'diff',
    title: 'Compare two states of a document',
    description:
      'Tells what makes one state of a document of another, as a line and as a patch. Without `to`: the current state.',
    input: z.strictObject({
      path: given.path,
      version: given.version,
      to: given.version.optional(),
      from: given.from,
      letters: given.letters
    }),
    async run(asking, { path: text, version, to, from, letters }) {
      const path = pathGiven(text)
      const [before, after] = [await textAt(asking, path, version), await textAt(asking, path, to)]
      const { patch, summary } = await difference(asking, path, before.text, after.text)
      return patchAnswer(path, { path, etag: after.etag }, summary, patch, from, letters)
    }
  })
]

/** A difference: its line, and its patch as content. */
export function patchAnswer(
  path: string,
  facts: object,
  summary: string,
  patch: string | null,
  from = 0,
  letters?: number
) {
  if (patch === null)
    return { facts: { ...facts, summary, note: 'They differ so much that a patch would take too long.' } }
  return { facts: { ...facts, summary }, content: [pieceIn(`changes of ${path}`, patch, from, letters)] }
}

/** A page of a list is told whole: its entries are bounded. */
const wholeOf = (path: string, entries: readonly object[]) => {
  const text = JSON.stringify(entries, null, 1)
  return pieceIn(path, text, 0, text.length)
}

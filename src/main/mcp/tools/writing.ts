import { z } from 'zod'
import type { ContentPath } from '../../../common/content/paths'
import { GalleyError } from '../../../common/errors'
import type { JsonValue } from '../../../common/json/value'
import { schemaNameIn } from '../../../common/formats/structured'
import type { ToolAnswer } from '../answers'
import { pathGiven, type Asking } from '../asking'
import { given, tool } from '../tool'
import { patchAnswer } from './reading'
import { difference, readText, requireText, versionOf, type TextRead } from './texts'

const etagOrNew = given.etag
  .nullable()
  .describe('The etag that came with the content when it was read; null for a file that is not there yet.')

/** Tools that change documents. Every one needs the etag of what it changes (MC4). */
export const writingTools = [
  tool({
    name: 'write',
    title: 'Write a document',
    description:
      'Writes a whole document. What was there stays as a version. Where the etag is not the current one nothing is written, and the answer tells the current one and the difference.',
    writes: true,
    input: z.strictObject({ path: given.path, content: z.string(), etag: etagOrNew }),
    run(asking, { path: text, content, etag }) {
      const path = pathGiven(text)
      requireText(path)
      return write(asking, path, content, etag)
    }
  }),
  tool({
    name: 'edit_block',
    title: 'Edit a page by block',
    description:
      'Replaces or removes one block of a page, or puts another before or after it. The block is named by its place and its text as `read_blocks` told them; not a sign of the rest is touched.',
    writes: true,
    input: z.strictObject({
      path: given.path,
      etag: given.etag,
      block: z.int().min(0).describe('The place of the block.'),
      text: z.string().describe('The text of the block, as it was read.'),
      action: z.enum(['replace', 'before', 'after', 'remove']).default('replace'),
      html: z.string().default('').describe('The source to put there.')
    }),
    async run(asking, { path: text, etag, block: place, text: words, action, html }) {
      const path = pathGiven(text)
      const now = await readText(asking, path)
      const edit = { place, text: words, action, html }
      const edited = asking.work('block-edit', path, { html: now.text, edit }, now.text.length + html.length)
      if (now.etag === etag) return write(asking, path, await edited, etag)
      // what it would make of the page of now, where the block is still there
      return outdated(asking, path, now, await edited.catch(() => null))
    }
  }),
  tool({
    name: 'write_data',
    title: 'Write a structured document as data',
    description:
      'Writes the data of a structured document; what is not touched stays byte for byte. Data that breaks its schema is refused with every problem, unless `evenIfInvalid`.',
    writes: true,
    input: z.strictObject({
      path: given.path,
      data: z.json(),
      etag: etagOrNew,
      title: z.string().max(1000).optional().describe('Another title of the document.'),
      schema: z.string().max(200).optional().describe('The schema’s id; for a new document only.'),
      evenIfInvalid: z.boolean().default(false)
    }),
    async run(asking, { path: text, data, etag, title, schema, evenIfInvalid }) {
      const path = pathGiven(text)
      const now = etag === null ? null : await readText(asking, path)
      const id = now ? schemaNameIn(now.text) : (schema ?? null)
      if (id === null || (now && schema !== undefined && schema !== id))
        throw new GalleyError(
          'bad-request',
          now ? 'The document names another schema, or none.' : 'A new document needs the id of its schema.',
          { where: 'schema' }
        )
      const asked = { data: data as JsonValue, title: title ?? null, schema: id }
      const { html, problems } = await asking.work(
        'data-write',
        path,
        { html: now?.text ?? null, schemaPage: await asking.schemaPage(path, id), given: asked },
        (now?.text.length ?? 0) + JSON.stringify(data).length
      )
      if (problems.length > 0 && !evenIfInvalid)
        return {
          refused: new GalleyError('bad-request', 'The data breaks its schema. Nothing was written.'),
          facts: { problems }
        }
      if (now && now.etag !== etag) return outdated(asking, path, now, html)
      const answer = await write(asking, path, html, etag)
      return { ...answer, facts: { ...answer.facts, problems } }
    }
  }),
  tool({
    name: 'restore',
    title: 'Restore a version',
    description: 'Makes an older state of a document the current one. What was there stays as a version.',
    writes: true,
    input: z.strictObject({ path: given.path, version: given.version, etag: given.etag }),
    async run(asking, { path: text, version, etag }) {
      const path = pathGiven(text)
      const { bytes } = await versionOf(asking, path, version)
      return write(asking, path, bytes, etag)
    }
  }),
  tool({
    name: 'create_version',
    title: 'Make a version',
    description: 'Keeps the current state of a document as a version, with a label if you like.',
    writes: true,
    input: z.strictObject({ path: given.path, label: z.string().min(1).max(200).optional() }),
    async run({ api, isDryRun }, { path: text, label }) {
      const path = pathGiven(text)
      if (isDryRun) return { facts: { dryRun: true, path, label: label ?? null } }
      await api.createVersion(path, label)
      return { facts: { path, label: label ?? null } }
    }
  })
]

async function write(
  asking: Asking,
  path: ContentPath,
  content: string | Uint8Array,
  etag: string | null
): Promise<ToolAnswer> {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  if (asking.isDryRun) return dryRun(asking, path, text, etag)
  try {
    const condition = etag === null ? { ifNoneMatch: '*' } : { ifMatch: etag }
    const { created, etag: now } = await asking.api.write(path, content, condition)
    return { facts: { path, created, etag: now } }
  } catch (error) {
    if (!(error instanceof GalleyError) || error.reason !== 'precondition-failed') throw error
    return outdated(asking, path, await nowAt(asking, path), text)
  }
}

/** What would be written, and what it would change; the same refusals. */
async function dryRun(
  asking: Asking,
  path: ContentPath,
  text: string,
  etag: string | null
): Promise<ToolAnswer> {
  const now = await nowAt(asking, path)
  if ((now?.etag ?? null) !== etag) return outdated(asking, path, now, text)
  const { actions } = await asking.api.access(path)
  if (!actions.includes('write'))
    throw new GalleyError('forbidden', 'You may not write here.', { where: path })
  const { patch, summary } = await difference(asking, path, now?.text ?? '', text)
  return patchAnswer(path, { dryRun: true, path, created: now === null }, summary, patch)
}

const nowAt = async (asking: Asking, path: ContentPath): Promise<TextRead | null> => {
  try {
    return await readText(asking, path)
  } catch (error) {
    if (error instanceof GalleyError && error.reason === 'not-found') return null
    throw error
  }
}

/** Nothing was written: the current etag, and what the text would change of what is there. */
async function outdated(
  asking: Asking,
  path: ContentPath,
  now: TextRead | null,
  text: string | null
): Promise<ToolAnswer> {
  const refused = new GalleyError(
    'precondition-failed',
    now === null
      ? 'There is no such file (any more). Nothing was written.'
      : 'The document is another one now. Nothing was written: look at the difference, and write again with this etag.',
    { where: path }
  )
  if (now === null || text === null) return { refused, facts: { path, etag: now?.etag ?? null } }
  const { patch, summary } = await difference(asking, path, now.text, text)
  return { refused, ...patchAnswer(path, { path, etag: now.etag }, summary, patch) }
}

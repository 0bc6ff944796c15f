import { compareNames } from '../../../../common/order'
import { isPage } from '../../../../common/formats/files'
import { useEffect } from 'react'
import type { ServiceEvent } from '../../../../common/api/events'
import {
  contentPath,
  isWithin,
  segmentsOf,
  siteOf,
  splitName,
  nameOf,
  type ContentPath
} from '../../../../common/content/paths'
import { readSchema, type Schema, type SchemaIssue } from '../../../../common/schema'
import { readSchemaDocument, schemaFolder } from '../../../../common/formats/structured'
import { schemaNameIn } from '../../../../common/formats/structured/schema-name'
import { api, currentWorkspace, onServiceEvent, reasonOf, sentenceOf } from '../../api'
import { createSignal, useRead } from '../../state/signal'

/** A stored schema as the app knows it. */
export interface StoredSchema {
  /** The file's name without extension; documents name it in `x-schema-name`. */
  readonly id: string
  readonly path: ContentPath
  /** The JSON text; null when the file holds none. */
  readonly text: string | null
  /** Null when it cannot be read at all. */
  readonly schema: Schema | null
  readonly issues: readonly SchemaIssue[]
  /** What people call it: its title, else its id. */
  readonly title: string
  readonly modifiedAt: number | null
}

export type SchemaList =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly schemas: readonly StoredSchema[] }
  | { readonly status: 'failed'; readonly message: string; readonly denied: boolean }

interface Library {
  list: SchemaList
  stale: boolean
  loading: Promise<void> | null
}

const libraries = new Map<ContentPath, Library>()
const changed = createSignal<void>()
let stopEvents: (() => void) | null = null

/** The folder of a site's schemas (description, “Structured content schema” 2). */
export function schemaFolderOf(site: ContentPath): ContentPath {
  const [org = '', name = ''] = segmentsOf(site)
  const service = currentWorkspace()?.serviceFolder ?? 'galley'
  return contentPath(schemaFolder({ org, site: name, service }))
}

/** The list of a site's schemas opens like a document, at the folder that holds them. */
export function isSchemaHome(path: ContentPath): boolean {
  return segmentsOf(path).length > 2 && path === schemaFolderOf(siteOf(path))
}

export function schemaPath(site: ContentPath, id: string): ContentPath {
  return contentPath(`${schemaFolderOf(site)}/${id}.html`)
}

/** All schemas of a site, kept while the window is open and read anew when one changes. */
export function useSchemas(site: ContentPath): SchemaList {
  useEffect(() => void loadSchemas(site), [site])
  return useRead(changed, () => libraries.get(site)?.list ?? loading)
}

/** Resolves when the site's schemas are read. Never rejects: the list says what went wrong. */
async function loadSchemas(site: ContentPath): Promise<SchemaList> {
  stopEvents ??= onServiceEvent(hear)
  const library = libraries.get(site) ?? { list: loading, stale: true, loading: null }
  libraries.set(site, library)
  while (library.stale || library.loading) {
    library.loading ??= read(site, library)
    await library.loading
  }
  return library.list
}

export function findSchema(list: SchemaList, id: string): StoredSchema | null {
  if (list.status !== 'ready') return null
  return (
    list.schemas.find((schema) => schema.id === id) ??
    list.schemas.find((schema) => schema.id.toLowerCase() === id.toLowerCase()) ??
    null
  )
}

/**
 * The JSON text of the schema that a document names, without reading the document: that would hold up whoever
 * is typing in it.
 */
export async function schemaTextFor(path: ContentPath, html: string): Promise<string | null> {
  const name = schemaNameIn(html)
  return name === null ? null : (findSchema(await loadSchemas(siteOf(path)), name)?.text ?? null)
}

function storedSchema(path: ContentPath, html: string, modifiedAt: number | null): StoredSchema {
  const id = splitName(nameOf(path)).name
  const text = readSchemaDocument(html)
  const { schema, issues } = readSchema(text ?? '')
  return { id, path, text, schema, issues, title: schema?.title ?? id, modifiedAt }
}

const loading: SchemaList = { status: 'loading' }

async function read(site: ContentPath, library: Library): Promise<void> {
  library.stale = false
  try {
    const items = await api.list(schemaFolderOf(site), { missing: 'empty' })
    const files = items.filter(({ ext }) => isPage(ext ?? ''))
    const schemas = await Promise.all(
      files.map(async ({ path, lastModified }) => {
        const file = await api.read(contentPath(path))
        return storedSchema(contentPath(path), file.text, lastModified ?? null)
      })
    )
    library.list = { status: 'ready', schemas: schemas.sort((a, b) => compareNames(a.title, b.title)) }
  } catch (problem) {
    const reason = reasonOf(problem)
    // One that was listed is gone: the event about it comes.
    library.list = { status: 'failed', message: sentenceOf(problem), denied: reason === 'forbidden' }
    if (reason === 'unreachable') library.stale = false
  } finally {
    library.loading = null
    changed.notify()
  }
}

function hear(event: ServiceEvent): void {
  for (const [site, library] of libraries) {
    const touched =
      event.type === 'hello' ||
      ((event.type === 'file' || event.type === 'folder') &&
        [event.path, 'from' in event ? event.from : undefined].some((path) =>
          touches(path, schemaFolderOf(site))
        ))
    if (!touched) continue
    library.stale = true
    void loadSchemas(site)
  }
}

function touches(path: string | undefined, folder: ContentPath): boolean {
  if (path === undefined) return false
  const touched = contentPath(path)
  return isWithin(touched, folder) || isWithin(folder, touched)
}

import { withinBounds } from '../../common/bounds'
import { checkContent } from '../../common/checks/check-content'
import { readDefinition, type DefinitionReading, type IndexDefinition } from '../../common/query-index'
import type { ContentPath } from '../../common/content/paths'
import type { FormatName } from '../../common/formats/files'
import { readElements } from '../../common/html'
import {
  differenceOf,
  pageBlocks,
  readData,
  withBlock,
  writeData,
  type BlockEdit,
  type DataRead,
  type DataWritten,
  type Difference,
  type PageBlock
} from '../../common/programs'
import type { PublishedPage } from '../../common/importing/page'
import type { Finding } from '../../common/importing/shapes'
import { compareJson, comparePages, type ImportedPair } from '../../common/importing/validate'
import { linksOf, linksOfFile, type LinkFacts } from '../../common/links/facts'
import type { FileMerge } from '../../common/formats'
import type { PageMetadata } from '../../common/publishing/page-metadata'
import type { ContentCheck } from '../../common/publishing/check-answers'
import { linksIn, mediaIn } from '../../common/publishing/page-references'
import { outlineOf, type SheetOutline } from '../../common/publishing/sheet-outline'
import { sitemapOf, type SitemapSource } from '../../common/publishing/sitemap'
import { readSiteSheet, type SiteSheet, type SiteSheetKind } from '../../common/publishing/site-sheet'
import { belongsTo, indexPage, type IndexedPage, type SourcePage } from './work/index-page'
import {
  renderedData,
  renderedPage,
  renderedSheets,
  type DataSource,
  type PageSource,
  type SheetSource
} from './work/rendering'
import {
  answeredSheet,
  saysTheSame,
  turnedBack,
  type AnsweredSheet,
  type ImportedTwice,
  type TurnedBack
} from './work/importing'
import { isObjectText, mergedFiles, type MergeSource } from './work/merge'
import { gonePlaces } from '../../common/search/gone'
import { placesIn, type Wanted } from '../../common/search/places'
import { textsOfFile, type FileForTexts, type FileTexts } from '../../common/search/texts'
import type { Pattern } from '../../common/search/pattern'
import { patternPlaces } from '../../common/search/pattern-places'
import { replacedIn, unreadable } from '../../common/replace/replaced'
import type { Replaced, Replacing } from '../../common/replace/replacing'
import type { SearchFound } from '../../common/search/answer'
import { resourceIn, type Resource, type ResourceSource } from './work/resource'

/** What each kind of work is given. Bytes are handed over: whoever gives them has no more use for them. */
export interface Inputs {
  /** Which rows the indices take from a page. */
  readonly 'index-page': { readonly indices: readonly IndexDefinition[]; readonly page: SourcePage }
  /** Which of many paths each index takes. */
  readonly 'index-match': { readonly indices: readonly IndexDefinition[]; readonly paths: readonly string[] }
  readonly 'index-definition': { readonly text: string }
  /** What a content is, before it is published. */
  readonly resource: ResourceSource
  /** What a person should know of a content before it is published. */
  readonly check: CheckSource
  /** What a page links to and shows in its site. */
  readonly references: ReferencesSource
  /** What documents link to. */
  readonly links: {
    readonly documents: readonly { readonly path: ContentPath; readonly bytes: Uint8Array }[]
  }
  /** What is kept of files, to be found by it, with their links. */
  readonly texts: { readonly files: readonly FileForTexts[] }
  /** A page as readers get it. */
  readonly page: PageSource
  /** A structured document as readers get it. */
  readonly data: DataSource
  /** Some sheets of a file as readers get them. */
  readonly sheets: SheetSource
  readonly 'sheet-outline': { readonly bytes: Uint8Array }
  /** What a sheet says about all pages of a site. */
  readonly 'site-sheet': { readonly kind: SiteSheetKind; readonly bytes: Uint8Array }
  readonly sitemap: SitemapSource
  /** Three states of a file that a sync makes one. */
  readonly merge: MergeSource
  /** Where a file holds what is searched for. */
  readonly places: { readonly path: ContentPath; readonly bytes: Uint8Array; readonly wanted: Wanted }
  /**
   * The same in what the next state of it does not say any more, null where there is none; and whether what is
   * there now says it again.
   */
  readonly 'gone-places': Inputs['places'] & {
    readonly next: Uint8Array | null
    readonly now: Uint8Array | null
  }
  /** The same for patterns, in many files: with the patterns, and how words must be as exact as they are wanted. */
  readonly patterns: {
    readonly documents: readonly { readonly path: ContentPath; readonly bytes: Uint8Array }[]
    readonly patterns: readonly (readonly Pattern[])[]
    /** Null: words are as the index found them. */
    readonly exact: Wanted | null
  }
  /** What documents are once words in them are replaced, and where. */
  readonly replace: ReplaceSource
  /** The same for a pattern, which may take any time. */
  readonly 'replace-pattern': ReplaceSource
  /** Whether what another server sent for a config can be one. */
  readonly 'is-object': { readonly bytes: Uint8Array }
  /** What a program asks of a document (MC3, MC4). */
  readonly blocks: { readonly html: string }
  readonly 'block-edit': { readonly html: string; readonly edit: BlockEdit }
  readonly 'data-read': { readonly html: string; readonly schemaPage: string | null }
  readonly 'data-write': {
    readonly html: string | null
    readonly schemaPage: string | null
    readonly given: Parameters<typeof writeData>[2]
  }
  readonly difference: { readonly before: string; readonly after: string; readonly format: FormatName }
  /** What a published page was written as. */
  readonly 'import-page': PublishedPage
  readonly 'import-pages': readonly PublishedPage[]
  readonly 'import-same': ImportedTwice
  readonly 'import-compare': ImportedPair
  readonly 'import-compare-many': readonly ImportedPair[]
  readonly 'import-sheet': { readonly bytes: Uint8Array }
  readonly 'import-compare-json': { readonly published: Uint8Array; readonly stored: Uint8Array }
}

/** What comes of it. */
export interface Outputs {
  readonly 'index-page': IndexedPage
  /** For each index the numbers of its paths. */
  readonly 'index-match': readonly (readonly number[])[]
  readonly 'index-definition': DefinitionReading
  readonly resource: Resource
  readonly check: ContentCheck
  readonly references: References
  readonly links: readonly LinkFacts[]
  readonly texts: readonly { readonly texts: FileTexts; readonly links: LinkFacts | null }[]
  readonly page: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer>
  /** Null: the file is no sheet. Undefined: it has no such sheet. */
  readonly sheets: Uint8Array<ArrayBuffer> | null | undefined
  readonly 'sheet-outline': SheetOutline | 'mixed' | 'none'
  readonly 'site-sheet': SiteSheet
  readonly sitemap: string | null
  readonly merge: FileMerge
  readonly places: { readonly places: readonly SearchFound[]; readonly more: number }
  readonly 'gone-places': Outputs['places'] & { readonly stands: boolean }
  /** Of each file; null for one that does not hold them. */
  readonly patterns: readonly (Outputs['places'] | null)[]
  /** Null for what is not UTF-8, or beyond the bounds: it could not be written again without loss. */
  readonly replace: readonly Replaced[]
  readonly 'replace-pattern': readonly Replaced[]
  readonly 'is-object': boolean
  readonly blocks: readonly PageBlock[]
  readonly 'block-edit': string
  readonly 'data-read': DataRead
  readonly 'data-write': DataWritten
  readonly difference: Difference
  readonly 'import-page': TurnedBack
  /** Null for one that is to be done alone. */
  readonly 'import-pages': readonly (TurnedBack | null)[]
  readonly 'import-same': boolean
  readonly 'import-compare': ReturnType<typeof comparePages>
  /** Null for one that is to be done alone. */
  readonly 'import-compare-many': readonly (ReturnType<typeof comparePages> | null)[]
  readonly 'import-sheet': AnsweredSheet
  readonly 'import-compare-json': readonly Finding[]
}

interface ReplaceSource {
  readonly documents: readonly {
    readonly path: ContentPath
    readonly bytes: Uint8Array
    readonly except: readonly number[]
    /** The page of the schema that it names; null where there is none. */
    readonly schemaPage: Uint8Array | null
  }[]
  readonly replacing: Omit<Replacing, 'except' | 'schemaPage'>
}

/** As `ContentToCheck`, in bytes. */
interface CheckSource {
  readonly path: ContentPath
  readonly bytes: Uint8Array
  readonly schemaPage: Uint8Array | null
  readonly published: Uint8Array | null
  readonly metadata: PageMetadata | null
}

interface ReferencesSource {
  readonly path: ContentPath
  readonly bytes: Uint8Array
  /** The site's public address; null where none is known. */
  readonly host: string | null
  /** Links and media that are told of. */
  readonly most: number
}

/** Of each link the files that it may mean. */
interface References {
  readonly links: readonly (readonly ContentPath[])[]
  readonly media: readonly ContentPath[]
  readonly complete: boolean
}

export type TaskKind = keyof Inputs

export interface Question<K extends TaskKind> {
  readonly kind: K
  readonly input: Inputs[K]
}

/** Does one piece of work, in whichever thread it is called. @throws GalleyError whatever the work refuses */
export function perform<K extends TaskKind>(kind: K, input: Inputs[K]): Outputs[K] {
  return tasks[kind](input)
}

/**
 * What is done at once when it is about little content: its bounds are enough. Patterns have none that are.
 */
export const inlined: ReadonlySet<TaskKind> = new Set<TaskKind>([
  'index-definition',
  'resource',
  'references',
  'links',
  'texts',
  'page',
  'data',
  'sheets',
  'sheet-outline',
  'site-sheet',
  'sitemap',
  'places',
  'gone-places',
  'replace',
  'is-object',
  'import-sheet',
  'import-compare-json'
])

const tasks: { readonly [K in TaskKind]: (input: Inputs[K]) => Outputs[K] } = {
  'index-page': ({ indices, page }) => indexPage(indices, page),
  'index-match': ({ indices, paths }) =>
    indices.map((index) => paths.flatMap((path, at) => (belongsTo(index, path) ? [at] : []))),
  'index-definition': ({ text }) => readDefinition(text),
  resource: resourceIn,
  check: ({ path, bytes, schemaPage, published, metadata }) =>
    checkContent({
      path,
      text: decoded(bytes),
      schemaPage: schemaPage && decoded(schemaPage),
      published: published && decoded(published),
      metadata
    }),
  references: ({ path, bytes, host, most }) => {
    const roots = readElements(decoded(bytes))
    const { links, complete } = linksIn(roots, path, { host, most })
    const media = mediaIn(roots, path)
    return { links, media: media.slice(0, most), complete: complete && media.length <= most }
  },
  links: ({ documents }) => documents.map(({ path, bytes }) => linksOf({ path, text: decoded(bytes) })),
  texts: ({ files }) => files.map((file) => ({ texts: textsOfFile(file), links: linksOfFile(file) })),
  page: renderedPage,
  data: renderedData,
  sheets: renderedSheets,
  'sheet-outline': ({ bytes }) => outlineOf(bytes),
  'site-sheet': ({ kind, bytes }) => readSiteSheet(kind, bytes),
  sitemap: sitemapOf,
  merge: mergedFiles,
  places: ({ path, bytes, wanted }) => placesIn(path, decoded(bytes), wanted),
  'gone-places': ({ path, bytes, next, now, wanted }) =>
    gonePlaces({ path, text: decoded(bytes), next: next && decoded(next) }, now && decoded(now), wanted),
  patterns: ({ documents, patterns, exact }) =>
    documents.map(({ path, bytes }) => {
      const text = decoded(bytes)
      if (exact && placesIn(path, text, exact).places.length === 0) return null
      return patternPlaces(text, patterns)
    }),
  replace: replacedDocuments,
  'replace-pattern': replacedDocuments,
  'is-object': isObjectText,
  blocks: ({ html }) => pageBlocks(html),
  'block-edit': ({ html, edit }) => withBlock(html, edit),
  'data-read': ({ html, schemaPage }) => readData(html, schemaPage),
  'data-write': ({ html, schemaPage, given }) => writeData(html, schemaPage, given),
  difference: ({ before, after, format }) => differenceOf(before, after, format),
  'import-page': turnedBack,
  'import-pages': (pages) => pages.map((page) => orNull(() => turnedBack(page))),
  'import-same': saysTheSame,
  'import-compare': comparePages,
  'import-compare-many': (pairs) => pairs.map((pair) => orNull(() => comparePages(pair))),
  'import-sheet': ({ bytes }) => answeredSheet(bytes),
  'import-compare-json': ({ published, stored }) => compareJson(decoded(published), decoded(stored))
}

function replacedDocuments({ documents, replacing }: ReplaceSource): Replaced[] {
  return documents.map(({ path, bytes, except, schemaPage }) => {
    const text = wholly(bytes)
    const replaced =
      text === null
        ? null
        : withinBounds(() =>
            replacedIn(path, text, {
              ...replacing,
              except,
              schemaPage: schemaPage && decoded(schemaPage)
            })
          )
    return replaced ?? unreadable(decoded(bytes), replacing)
  })
}

/** Null for what fails: its error is told when it is done alone. */
function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Null for what is not UTF-8. A mark at its beginning stays. */
function wholly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

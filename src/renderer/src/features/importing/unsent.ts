import type { ContentPath } from '../../../../common/content/paths'
import type { ImportRequest } from '../../../../common/importing/shapes'
import { importSources, kindOfSource, type SourceRequest } from '../../../../common/importing/sources'
import { type Filled, type SourceField } from '../../../../common/importing/sources/source'
import type { Preset } from './preset'

/** What a person has filled in at the first step. */
export interface Form {
  readonly kind: SourceRequest['kind']
  readonly filled: Filled
  readonly folder: string
  readonly withMedia: boolean
}

const [first] = importSources
const fields = importSources.flatMap((source): readonly SourceField[] => source.fields)

export const sourceOf = (kind: Form['kind']) =>
  importSources.find((one) => kindOfSource(one) === kind) ?? first

export function initialForm(site: ContentPath, preset: Preset | null): Form {
  const filled = fields.map(({ name, initial }) => [name, initial?.(site) ?? ''] as const)
  const only = preset?.paths?.join('\n') ?? (preset?.folder ? `${preset.folder}/*` : '')
  return {
    kind: kindOfSource(first),
    filled: {
      ...Object.fromEntries(filled),
      ...(preset && { environment: preset.environment, paths: only })
    },
    folder: '',
    withMedia: true
  }
}

export function requestOf({ kind, filled, folder, withMedia }: Form): ImportRequest {
  const source: SourceRequest = sourceOf(kind).request(filled)
  return { source, withMedia, ...(folder.trim() !== '' && { folder: folder.trim() }) }
}

/**
 * Kept while other tabs are in front, and when the service did not take it: nobody pastes a thousand
 * addresses twice.
 */
const kept = new Map<ContentPath, Form>()

export const unsentForm = (site: ContentPath): Form | null => kept.get(site) ?? null

export function keepForm(site: ContentPath, form: Form): void {
  kept.set(site, form)
}

/** Once they are where tokens belong, the window does not hold them any more (IM9). */
export function forgetTokens(site: ContentPath): void {
  const form = kept.get(site)
  if (!form) return
  const secrets = fields.flatMap(({ as, name }) => (as === 'secret' ? [[name, '']] : []))
  kept.set(site, { ...form, filled: { ...form.filled, ...Object.fromEntries(secrets) } })
}

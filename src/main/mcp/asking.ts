import { createClient, type Client } from '../../common/api/client'
import { createPublishingClient, type PublishingClient } from '../../common/api/client/publishing'
import { headers as names } from '../../common/api/headers'
import { toHeaderText } from '../../common/api/header-text'
import { contentPath, segmentsOf, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { isSchemaPlace, schemaAddress } from '../../common/formats/structured'
import { siteFolder } from '../../common/publishing/addresses'
import type { Asked } from '../http/asked'
import { originOf } from '../http/origin-of'
import type { Inputs, Outputs, TaskKind, Workers } from '../workers'

/** What the tools of one request work with: the same addresses that everybody asks, as the same caller. */
export interface Asking {
  readonly api: Client
  readonly publishing: PublishingClient
  readonly isDryRun: boolean
  /** Work on a document, away from the thread that answers. */
  work<K extends TaskKind>(kind: K, path: ContentPath, input: Inputs[K], letters: number): Promise<Outputs[K]>
  /** The page that a schema of the site is stored as; null where there is none. */
  schemaPage(path: ContentPath, id: string): Promise<string | null>
}

interface AskingParts {
  /** Answers a request as the service does. */
  readonly answer: (asked: Pick<Asked, 'request' | 'hint'>) => Promise<Response>
  readonly workers: Workers
}

export function openAsking(
  { answer, workers }: AskingParts,
  asked: Asked,
  { program, isDryRun }: { readonly program: string | null; readonly isDryRun: boolean }
): Asking {
  const authorization = asked.request.headers.get('Authorization')
  const said = program === null ? asked.request.headers.get(names.program) : toHeaderText(program)
  const carried = {
    ...(authorization !== null && { Authorization: authorization }),
    ...(said !== null && { [names.program]: said })
  }
  const options = {
    base: originOf(asked.request.url),
    fetch: (url: string, init: RequestInit) => {
      const headers = { ...Object.fromEntries(new Headers(init.headers)), ...carried }
      return answer({ request: new Request(url, { ...init, headers }), hint: asked.hint })
    }
  }
  const api = createClient(options)
  return {
    api,
    publishing: createPublishingClient(options),
    isDryRun,
    work: (kind, path, input, letters) =>
      workers.run(
        kind,
        { tenant: siteFolder(path), bytes: letters, urgent: true, signal: asked.request.signal },
        () => input
      ),
    async schemaPage(path, id) {
      const { serviceFolder: service } = await api.workspace()
      const [org = '', site = ''] = segmentsOf(path)
      try {
        return (await api.read(contentPath(schemaAddress({ org, site, service, id })))).text
      } catch (error) {
        if (error instanceof GalleyError && missing.has(error.reason)) return null
        throw error
      }
    }
  }
}

const missing: ReadonlySet<string> = new Set(['not-found', 'bad-path', 'is-folder', 'forbidden'])

/**
 * A path that a tool is given. Schemas are no tool’s content (F8).
 * @throws GalleyError bad-path, not-found
 */
export function pathGiven(text: string): ContentPath {
  const path = contentPath(text.length > 1 ? text.replace(/\/$/, '') : text)
  if (segmentsOf(path)[0]?.startsWith('.')) throw nothingThere(path)
  if (isSchemaPlace(path))
    throw new GalleyError('not-found', 'Schemas belong to the schema editor, and no tool works on them.', {
      where: path
    })
  return path
}

const nothingThere = (path: ContentPath) =>
  new GalleyError('not-found', 'There is no such file or folder.', { where: path })

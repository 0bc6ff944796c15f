import { GalleyError } from '../errors'
import type { ContentPath } from '../content/paths'
import type { WorkspaceHealth } from '../health'
import type { TrustInfo } from '../trust'
import type { MomentChanges, MomentRun, MomentRequest } from '../moment/answers'
import { contentPath } from '../content/paths'
import { parseAnswer } from './answers'
import { emptyFileForm, exactBuffer, formOf } from './bodies'
import { brokenOff, failureOf, unreachable } from './client-errors'
import type { KeptDraft } from './drafts'
import type { EventSourceLike } from './event-stream'
import { openEvents } from './event-stream'
import type { ServiceEvent } from './events'
import { fromHeaderText } from './header-text'
import { unpackedTag } from './packed-tag'
import { headers as names, routes } from './routes'
import type {
  HistoryRecord,
  AccessAnswer,
  IdentityProviderSetting,
  ListItem,
  NewTokenAnswer,
  Person,
  SetAsideItem,
  RevokedAnswer,
  SessionInfo,
  SignInLinkAnswer,
  TokenInfo,
  TokenKind,
  TransferAnswer,
  TrashItem,
  VersionRecord,
  WorkspaceInfo,
  WriteAnswer
} from './types'

interface ClientOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Origin of the service without a slash at the end; default: the page's own. */
  readonly base?: string
  /** For scripts: sent as `Authorization: Bearer …`. */
  readonly token?: string
  /** Default: `new EventSource(url)`. */
  readonly eventSource?: (url: string) => EventSourceLike
}

/** Where a call stops early. */
interface CallOptions {
  readonly signal?: AbortSignal
}

interface ListOptions extends CallOptions {
  /** `empty`: a folder that is not there is an empty list, not `not-found`. */
  readonly missing?: 'empty'
}

/** What HEAD tells about a file. */
export interface FileHead {
  readonly path: ContentPath
  /** As the header gives it, with its quotes; goes back as `ifMatch`. */
  readonly etag: string
  /** Media type, without charset. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  readonly fileId: string
  /** E-mail of who wrote the content. */
  readonly modifiedBy: string
  /** Unix milliseconds, whole seconds. */
  readonly lastModified: number
}

interface FileState extends FileHead {
  readonly bytes: Uint8Array
  /** The bytes as UTF-8; a byte order mark is kept. */
  readonly text: string
}

interface VersionState {
  readonly bytes: Uint8Array
  readonly text: string
  readonly type: string
  readonly etag: string
}

interface SaveOptions extends CallOptions {
  /** Refuse with `precondition-failed` unless this is the current ETag; `*`: any, but the file must exist. */
  readonly ifMatch?: string
  /** `*`: refuse with `precondition-failed` when there is a file. */
  readonly ifNoneMatch?: string
  /** The editing session of an autosave (V3). */
  readonly session?: string
}

interface SaveOutcome extends WriteAnswer {
  readonly created: boolean
  readonly etag: string
  readonly fileId: string
}

/** A name for the `progress` events of long work, by which `stopOperation` stops it. */
interface OperationOptions {
  readonly operation?: string
}

interface TransferCallOptions extends CallOptions, OperationOptions {
  /** Files in the way go to the trash instead of failing with `exists`. */
  readonly overwrite?: boolean
}

/** A config as it is stored. */
export interface ConfigState {
  readonly text: string
  /** As the header gives it, with its quotes; goes back as `ifMatch`. */
  readonly etag: string
  /** Whether the caller may change it (P4). */
  readonly writable: boolean
  /** E-mail of who wrote it. */
  readonly modifiedBy: string
  /** Unix milliseconds, whole seconds. */
  readonly lastModified: number
}

interface NewTokenRequest {
  readonly kind: TokenKind
  readonly email: string
  readonly groups?: readonly string[]
  /** `org/site`; needed for kind site, optional for admin. */
  readonly site?: string
  /** Unix milliseconds. */
  readonly expiresAt?: number
}

/** Whom a link signs in: somebody with rights of their own, or the owner. */
type SignInLinkRequest =
  | { readonly owner: true }
  | { readonly email: string; readonly name?: string; readonly groups?: readonly string[] }

export type Client = ReturnType<typeof createClient>

/**
 * The typed client of the service, for windows, browsers and scripts. Every method rejects with a GalleyError whose reason
 * is the service's own, `unreachable` when no answer came, or `cancelled`. Bodies are sent as ArrayBuffers only.
 */
export function createClient(options: ClientOptions = {}) {
  const base = options.base ?? ''
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))

  async function call(method: string, url: string, init: CallInit = {}): Promise<Response> {
    const headers = {
      ...init.headers,
      ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` })
    }
    const body = init.body === undefined ? {} : { body: init.body }
    let answer: Response
    try {
      answer = await send(base + url, {
        method,
        headers,
        ...body,
        ...(init.signal ? { signal: init.signal } : {})
      })
    } catch (cause) {
      throw unreachable(cause, init.signal)
    }
    if (!answer.ok) throw await failureOf(answer)
    return answer
  }

  return {
    /** The address of a file's content, for `<img src>` and the like. */
    sourceUrl: (path: ContentPath): string => base + routes.source(path),

    async workspace(call_: CallOptions = {}): Promise<WorkspaceInfo> {
      return parseAnswer.workspace(await json(await call('GET', routes.workspace(), call_)))
    },
    /** Who works here (A1); resolves to the workspace as it is now. */
    async setOwner(owner: Person): Promise<WorkspaceInfo> {
      return parseAnswer.workspace(await json(await call('PUT', routes.workspace(), jsonBody({ owner }))))
    },
    /**
     * What the service folder of every site is called, without its dot (N4); the folders are renamed with it. Resolves to the workspace as
     * it is now. @throws bad-request, exists when a site has something of that name
     */
    async setServiceFolder(name: string): Promise<WorkspaceInfo> {
      return parseAnswer.workspace(await json(await call('PUT', routes.serviceFolder(), jsonBody({ name }))))
    },
    /** Puts the sample site into the workspace; resolves to its path. @throws exists */
    async loadSample(): Promise<{ path: ContentPath; files: number }> {
      const { path, files } = parseAnswer.transfer(await json(await call('POST', routes.sample())))
      return { path: contentPath(path), files }
    },

    /** Everything in the folder that may be seen, sorted by name (S2). `/` lists the organizations. */
    async list(folder: ContentPath, { missing, ...call_ }: ListOptions = {}): Promise<ListItem[]> {
      const address = `${routes.list(folder)}?missing=${missing ?? 'refuse'}`
      return parseAnswer.list(await json(await call('GET', address, call_)))
    },
    async head(path: ContentPath, call_: CallOptions = {}): Promise<FileHead> {
      const answer = await call('HEAD', routes.source(path), call_)
      return headOf(path, answer, Number(answer.headers.get('Content-Length') ?? 0))
    },
    async read(path: ContentPath, call_: CallOptions = {}): Promise<FileState> {
      const answer = await call('GET', routes.source(path), call_)
      const bytes = await bytesOf(answer)
      return withText({ ...headOf(path, answer, bytes.length), bytes })
    },
    async write(
      path: ContentPath,
      content: Uint8Array | string,
      save: SaveOptions = {}
    ): Promise<SaveOutcome> {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const payload =
        bytes.length === 0 ? emptyFileForm() : { type: 'application/octet-stream', body: exactBuffer(bytes) }
      const headers = { 'Content-Type': payload.type, ...saveHeaders(save) }
      const answer = await call('PUT', routes.source(path), {
        ...pickSignal(save),
        headers,
        body: payload.body
      })
      const { source } = parseAnswer.write(await json(answer))
      return {
        source,
        created: answer.status === 201,
        etag: etagOf(answer),
        fileId: answer.headers.get(names.fileId) ?? ''
      }
    },
    /** Makes the folder and its parents; also an organization or a site. Resolves to false when it was there already. */
    async createFolder(path: ContentPath): Promise<boolean> {
      return (await call('PUT', routes.source(path))).status === 201
    },
    /** Into the trash (S5); resolves to the id there, for undo with `restoreFromTrash`. */
    async remove(
      path: ContentPath,
      save: Pick<SaveOptions, 'ifMatch'> & OperationOptions = {}
    ): Promise<string> {
      const headers = { ...saveHeaders(save), ...operationHeader(save) }
      const answer = await call('DELETE', routes.source(path), { headers })
      return answer.headers.get(names.trash) ?? ''
    },
    /** Keeps ids and history (S4). `path` in the answer is where it is now. */
    async move(
      from: ContentPath,
      to: ContentPath,
      transfer: TransferCallOptions = {}
    ): Promise<TransferAnswer> {
      return transferred(to, await call('POST', routes.move(from), transferInit(to, transfer)))
    },
    /** New ids, no history (S4). */
    async copy(
      from: ContentPath,
      to: ContentPath,
      transfer: TransferCallOptions = {}
    ): Promise<TransferAnswer> {
      return transferred(to, await call('POST', routes.copy(from), transferInit(to, transfer)))
    },

    /** Stops a move, copy or deletion of the caller's own, which then fails with `cancelled`; false when it has ended already. */
    async stopOperation(operation: string): Promise<boolean> {
      try {
        await call('DELETE', routes.operation(operation))
        return true
      } catch (error) {
        if (error instanceof GalleyError && error.reason === 'not-found') return false
        throw error
      }
    },

    /** What changed below a path between two moments, by whom (M1). @param to absent: now @param after `next` of the page before */
    async momentChanges(
      scope: ContentPath,
      { from, to, after, ...call_ }: CallOptions & { from: number; to?: number; after?: string }
    ): Promise<MomentChanges> {
      const query = new URLSearchParams({
        from: String(from),
        limit: String(MOMENT_PAGE),
        ...(to === undefined ? {} : { to: String(to) }),
        ...(after === undefined ? {} : { after })
      })
      return parseAnswer.momentChanges(
        await json(await call('GET', `${routes.moment(scope)}?${query}`, call_))
      )
    },
    /** Brings what is below a path back to how it was (M2); what could not be done is in the answer. */
    async returnToMoment(
      scope: ContentPath,
      request: MomentRequest,
      options: OperationOptions = {}
    ): Promise<MomentRun> {
      const { headers, body } = jsonBody(request)
      const init = {
        headers: { ...headers, ...operationHeader(options) },
        ...(body === undefined ? {} : { body })
      }
      return parseAnswer.momentRun(await json(await call('POST', routes.moment(scope), init)))
    },
    /** What was brought back below a path, newest first (M3). */
    async momentRuns(scope: ContentPath, call_: CallOptions = {}): Promise<MomentRun[]> {
      const query = new URLSearchParams({ path: scope })
      return parseAnswer.momentRuns(await json(await call('GET', `${routes.momentRuns()}?${query}`, call_)))
    },
    /** Takes one back, or does what is left of one (M3). */
    async momentRun(id: string, what: 'undo' | 'resume', options: OperationOptions = {}): Promise<MomentRun> {
      const headers = operationHeader(options)
      return parseAnswer.momentRun(await json(await call('POST', routes.momentRun(id, what), { headers })))
    },

    /** Newest first; `[]` when there are none (V1). */
    async versions(path: ContentPath, call_: CallOptions = {}): Promise<VersionRecord[]> {
      return parseAnswer.versions(await json(await call('GET', routes.versionList(path), call_)))
    },

    /** The same, with who wrote the content of each and when (V7). */
    async history(path: ContentPath, call_: CallOptions = {}): Promise<HistoryRecord[]> {
      return parseAnswer.history(await json(await call('GET', routes.history(path), call_)))
    },
    /** Makes a version of words that are given up, if the file is still what `ifMatch` names (V8). @throws precondition-failed */
    async keepGivenUp(
      path: ContentPath,
      bytes: Uint8Array,
      save: Pick<SaveOptions, 'ifMatch'> & CallOptions
    ) {
      const headers = { 'Content-Type': 'application/octet-stream', ...saveHeaders(save) }
      await call('POST', routes.history(path), { ...pickSignal(save), headers, body: exactBuffer(bytes) })
    },
    async createVersion(path: ContentPath, label?: string): Promise<void> {
      await call('POST', routes.versionSource(path), label === undefined ? {} : jsonBody({ label }))
    },
    /** @param url as a version record gives it, unchanged */
    async readVersion(url: string, call_: CallOptions = {}): Promise<VersionState> {
      const answer = await call('GET', url, call_)
      return withText({
        bytes: await bytesOf(answer),
        type: mediaType(answer),
        etag: etagOf(answer)
      })
    },

    /** The config of exactly this path; null when it has none. */
    async config(path: ContentPath, call_: CallOptions = {}): Promise<ConfigState | null> {
      try {
        return await configState(await call('GET', routes.config(path), call_))
      } catch (error) {
        if (error instanceof GalleyError && error.reason === 'not-found') return null
        throw error
      }
    },
    /** Creates or replaces it. @throws bad-config with a JSON Pointer in `where`, precondition-failed */
    async saveConfig(
      path: ContentPath,
      text: string,
      save: Pick<SaveOptions, 'ifMatch' | 'ifNoneMatch'> = {}
    ): Promise<ConfigState> {
      const form = formOf({ config: text })
      const headers = { 'Content-Type': form.type, ...saveHeaders(save) }
      return configState(await call('POST', routes.config(path), { headers, body: form.body }))
    },
    /** The paths at and below one that have a config of their own. */
    async configs(path: ContentPath, call_: CallOptions = {}): Promise<ContentPath[]> {
      const found = parseAnswer.paths(await json(await call('GET', routes.configs(path), call_)))
      return found.map((one) => contentPath(one.path))
    },
    /** Newest first; each is read with `readVersion` (C2). */
    async configHistory(path: ContentPath, call_: CallOptions = {}): Promise<HistoryRecord[]> {
      return parseAnswer.history(await json(await call('GET', routes.configHistory(path), call_)))
    },
    /** What the caller, or with `email` somebody else, may do at a path, and why. */
    async access(
      path: ContentPath,
      who: { readonly email?: string; readonly groups?: readonly string[] } = {}
    ): Promise<AccessAnswer> {
      const query = new URLSearchParams({
        ...(who.email === undefined ? {} : { email: who.email }),
        ...(who.groups === undefined ? {} : { groups: who.groups.join(',') })
      }).toString()
      return parseAnswer.access(
        await json(await call('GET', routes.access(path) + (query === '' ? '' : `?${query}`)))
      )
    },

    /** Words that the caller's own windows could not keep themselves, newest first. */
    async drafts(call_: CallOptions = {}): Promise<KeptDraft[]> {
      return parseAnswer.drafts(await json(await call('GET', routes.drafts(), call_)))
    },
    /** Resolves to where the service keeps it. @throws disk-full when nothing takes it */
    async keepDraft(draft: KeptDraft): Promise<'disk' | 'memory'> {
      return parseAnswer.draftPlace(
        await json(await call('PUT', routes.draft(draft.session), jsonBody(draft)))
      )
    },
    /** Also when there is none. */
    async forgetDraft(session: string): Promise<void> {
      try {
        await call('DELETE', routes.draft(session))
      } catch (error) {
        if (!(error instanceof GalleyError && error.reason === 'not-found')) throw error
      }
    },

    /** Every token of the workspace, newest first. */
    async tokens(call_: CallOptions = {}): Promise<TokenInfo[]> {
      return parseAnswer.tokens(await json(await call('GET', routes.tokens(), call_)))
    },
    /** The only time that a token's text is told. */
    async createToken(request: NewTokenRequest): Promise<NewTokenAnswer> {
      return parseAnswer.newToken(await json(await call('POST', routes.tokens(), jsonBody(request))))
    },
    /** At once, also where it is in use. */
    async revokeToken(id: string): Promise<void> {
      await call('DELETE', routes.token(id))
    },
    /** The browsers that are signed in, the last used first; for the owner. */
    async sessions(call_: CallOptions = {}): Promise<SessionInfo[]> {
      return parseAnswer.sessions(await json(await call('GET', routes.sessions(), call_)))
    },
    /** At once; its event streams end too. */
    async endSession(id: string): Promise<void> {
      await call('DELETE', routes.sessionOf(id))
    },
    async endSessions(): Promise<void> {
      await call('DELETE', routes.sessions())
    },
    /** Ends the session that this page belongs to. @throws not-found without one */
    async signOut(): Promise<void> {
      await call('DELETE', routes.session())
    },
    /** A link that signs one browser in, once. */
    async createSignInLink(request: SignInLinkRequest): Promise<SignInLinkAnswer> {
      return parseAnswer.signInLink(await json(await call('POST', routes.signInLinks(), jsonBody(request))))
    },
    /** Every token, session and unused link; nobody but a window of the app comes in any more. */
    async revokeAll(): Promise<RevokedAnswer> {
      return parseAnswer.revoked(await json(await call('POST', routes.revokeAll())))
    },
    async identityProvider(call_: CallOptions = {}): Promise<IdentityProviderSetting | null> {
      return parseAnswer.identityProvider(await json(await call('GET', routes.identityProvider(), call_)))
    },
    /** Whether the workspace is trusted on this computer, and what it sets going then (T1). */
    async trust(call_: CallOptions = {}): Promise<TrustInfo> {
      return parseAnswer.trust(await json(await call('GET', routes.trust(), call_)))
    },
    async setIdentityProvider(setting: IdentityProviderSetting | null): Promise<void> {
      await call('PUT', routes.identityProvider(), jsonBody(setting))
    },

    /** How the store, the disk and the place of the workspace are (W11 to W13). */
    async health(call_: CallOptions = {}): Promise<WorkspaceHealth> {
      return parseAnswer.health(await json(await call('GET', routes.health(), call_)))
    },
    /** Begins to examine the whole store, unless that is under way. */
    async checkHealth(): Promise<WorkspaceHealth> {
      return parseAnswer.health(await json(await call('POST', routes.healthCheck())))
    },
    /** Whether the place of the workspace is spoken of no more. */
    async silencePlace(silenced: boolean): Promise<WorkspaceHealth> {
      return parseAnswer.health(await json(await call('PUT', routes.healthPlace(), jsonBody({ silenced }))))
    },

    /** What was set aside because it was damaged or broke a rule, newest first. Of one, `routes.setAsideItem` gives the bytes. */
    async setAside(call_: CallOptions = {}): Promise<SetAsideItem[]> {
      return parseAnswer.setAside(await json(await call('GET', routes.setAside(), call_)))
    },
    /** For good. */
    async deleteSetAside(name: string): Promise<void> {
      await call('DELETE', routes.setAsideItem(name))
    },

    /** What is in the trash of a site (or of an organization, for deleted sites; at the root, for deleted organizations), newest first. */
    async trash(site: ContentPath, call_: CallOptions = {}): Promise<TrashItem[]> {
      return parseAnswer.trash(await json(await call('GET', routes.trash(site), call_)))
    },
    /** Puts it back with its ids and history; resolves to its path. @throws exists when the place is taken */
    async restoreFromTrash(site: ContentPath, id: string): Promise<ContentPath> {
      const answer = await call('POST', `${routes.trashItem(site, id)}/restore`)
      return contentPath(parseAnswer.restored(await json(answer)).path)
    },
    /** For good. */
    async deleteFromTrash(site: ContentPath, id: string): Promise<void> {
      await call('DELETE', routes.trashItem(site, id))
    },

    /**
     * Live changes, until the returned function is called. Reconnects by itself. A `hello` means: events may have been
     * missed (the start, a lost connection, a new run of the service), so read again what is shown.
     * @param onState told `false` when the connection is lost and `true` when it is there (again)
     */
    events(
      listener: (event: ServiceEvent) => void,
      onState: (connected: boolean) => void = () => {}
    ): () => void {
      const open = options.eventSource ?? ((url: string): EventSourceLike => new EventSource(url))
      return openEvents(() => open(base + routes.events()), listener, onState)
    }
  }
}

/** As many as one page may hold: each page looks at the whole folder. */
const MOMENT_PAGE = 10_000

interface CallInit extends CallOptions {
  readonly headers?: Record<string, string>
  readonly body?: ArrayBuffer | string
}

const pickSignal = (options: CallOptions) => (options.signal ? { signal: options.signal } : {})

const jsonBody = (value: unknown): CallInit => ({
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value)
})

function saveHeaders(save: SaveOptions): Record<string, string> {
  return {
    ...(save.ifMatch === undefined ? {} : { 'If-Match': save.ifMatch }),
    ...(save.ifNoneMatch === undefined ? {} : { 'If-None-Match': save.ifNoneMatch }),
    ...(save.session === undefined ? {} : { [names.session]: save.session })
  }
}

const operationHeader = ({ operation }: OperationOptions): Record<string, string> =>
  operation === undefined ? {} : { [names.operation]: operation }

function transferInit(to: ContentPath, options: TransferCallOptions): CallInit {
  const form = formOf({ destination: to, ...(options.overwrite ? { overwrite: 'true' } : {}) })
  const headers = { 'Content-Type': form.type, ...operationHeader(options) }
  return { ...pickSignal(options), headers, body: form.body }
}

const transferred = (path: ContentPath, { headers }: Response): TransferAnswer => ({
  files: Number(headers.get(names.files) ?? 1),
  path
})

function headOf(path: ContentPath, answer: Response, size: number): FileHead {
  return {
    path,
    size,
    etag: etagOf(answer),
    type: mediaType(answer),
    fileId: answer.headers.get(names.fileId) ?? '',
    modifiedBy: fromHeaderText(answer.headers.get(names.modifiedBy) ?? ''),
    lastModified: Date.parse(answer.headers.get('Last-Modified') ?? '') || 0
  }
}

async function configState(answer: Response): Promise<ConfigState> {
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(answer)),
    etag: etagOf(answer),
    writable: (answer.headers.get(names.actions) ?? '').includes('write'),
    modifiedBy: fromHeaderText(answer.headers.get(names.modifiedBy) ?? ''),
    lastModified: Date.parse(answer.headers.get('Last-Modified') ?? '') || 0
  }
}

/** Adds `text`, decoded only when asked for. */
function withText<T extends { readonly bytes: Uint8Array }>(state: T): T & { readonly text: string } {
  let text: string | undefined
  return {
    ...state,
    get text() {
      return (text ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(state.bytes))
    }
  }
}

/** Of the content: a packed answer has another (see `packed-tag.ts`). */
const etagOf = ({ headers }: Response) => unpackedTag(headers.get('ETag') ?? '')

const mediaType = (answer: Response) => (answer.headers.get('Content-Type') ?? '').split(';')[0]?.trim() ?? ''

async function bytesOf(answer: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await answer.arrayBuffer())
  } catch (cause) {
    throw brokenOff(cause)
  }
}

async function json(answer: Response): Promise<unknown> {
  try {
    return await answer.json()
  } catch (cause) {
    throw brokenOff(cause)
  }
}

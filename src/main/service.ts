import { setTimeout as sleep } from 'node:timers/promises'
import { accessFor } from './permissions/access'
import { contentFor } from './permissions/content'
import { openOrgRules } from './permissions/org-rules'
import { openPace } from './permissions/pace'
import { ROOT, type ContentPath } from '../common/content/paths'
import { GalleyError } from '../common/errors'
import { alongWith, openAuthoring } from './authoring'
import { openLinks, openLinksRoom } from './links'
import { openWaysIn } from './callers'
import { hearing, type Heard } from './callers/heard'
import type { IdentityProviderSetting } from '../common/api/types'
import type { CallerHint } from './callers/types'
import { openEventHub } from './events/event-hub'
import { openLongWork } from './events/long-work'
import { openLive } from './events/routes'
import { openHealth, type HealthTimes } from './health'
import type { Asked, Known } from './http/asked'
import { errorAnswer, isOurFault, unauthenticated } from './http/errors'
import { handedOn, type Leader } from './http/leader'
import { openDocument } from './http/openapi'
import { requireQuery } from './http/request-bounds'
import { openRoutes } from './http/routes'
import { openImporting, type ImportLimits } from './importing'
import { openMcp } from './mcp'
import { openPublishing } from './publishing'
import { openRelay, type Relay } from './relay'
import { openHolds, openLines, openRooms, roomsAt, savedFirst, type RoomsHere } from './rooms'
import { indexFileOf, KEPT_FORM, openKept, openSearch, type Hold } from './search'
import { openSecrets, type SecretKeeper } from './secrets'
import { openSettings, ownerOf, notifyOwner } from './settings'
import { openServiceFolder } from './settings/service-folder'
import { openSignIn } from './sign-in'
import type { OpenRecords, Store } from './store/types'
import { openSyncing, openSyncRoom } from './sync'
import { reportFailure } from './system/failure-text'
import { trusted, type WorkspaceTrust } from './trust'
import { openAccessRequests } from './access-requests'
import { openWorkers } from './workers'
import { openFigures, openProbes, openWorkspaceRoom, type Readiness, type ServiceFigures } from './workspace'

export interface ServiceOptions {
  readonly store: Store
  readonly appVersion: string
  /** Where the sample site's files lie, for `POST /app/sample`. */
  readonly sampleFolder?: string
  /**
   * The built program of the workers, in which everything is done that can be long; without it, it is done in
   * this thread.
   */
  readonly workerProgram?: string
  /**
   * The built program of the thread that examines the whole store (W11); without it, it is done in this
   * thread.
   */
  readonly checkProgram?: string
  /**
   * The built program of the thread that holds the documents people write in together; without it, they are in
   * this thread.
   */
  readonly roomProgram?: string
  /** How the thread or process that holds the search index begins; without it, it is in this thread. */
  readonly holdSearch?: Hold
  /**
   * A folder outside of any workspace, where this computer keeps what its search indices are called; without
   * it an index is in memory, and made when somebody asks.
   */
  readonly searchSeals?: string
  /** When the store and the disk are looked at, in place of the usual times. */
  readonly healthTimes?: Partial<HealthTimes>
  /** A line for people in the log: how the disk is, and the like; default nowhere. */
  readonly notify?: (line: string) => void
  /**
   * Origin for the addresses in answers, for example `http://127.0.0.1:4502`; default: that of the request.
   */
  readonly origin?: string
  /** Whose JWTs are believed, in place of the workspace's setting. */
  readonly identityProvider?: IdentityProviderSetting
  /** Milliseconds between two looks at an issuer's keys; default 30,000. */
  readonly keyCooldown?: number
  /** Where tokens of other services are kept; default: the keychain of the system, else this run only. */
  readonly secrets?: SecretKeeper
  /** Opens an address in the system's browser, to sign in there; absent where there is none. */
  readonly openAddress?: (address: string) => Promise<void>
  /** In place of what imports may cost otherwise. */
  readonly importLimits?: Partial<ImportLimits>
  /** What the workspace may set going (T1); default everything. */
  readonly trust?: WorkspaceTrust
  /** Where browsers that are signed in are kept, and links; default: in the workspace. */
  readonly sessionRecords?: OpenRecords
  /**
   * Hosts of this machine and its network that who is not the owner may import from, too; default none (IM9).
   */
  readonly importHosts?: readonly string[]
  /** Whether pairs sync by themselves; default true. */
  readonly syncs?: boolean
  /** Where several processes serve the store and this one does not lead: the one that does. Default: this one does. */
  readonly leader?: Leader | null
  /** Whether what the store needs beside its own is there; asked by who asks whether the service is ready. Default: yes. */
  readonly isReached?: () => Promise<boolean>
  /** Whether what people write together here goes on to the servers of pairs at once (RT13); default false. */
  readonly relays?: boolean
  /** Told every failure that is Galley's own fault; default: the error stream (`failure-text.ts`). */
  readonly report?: (error: unknown) => void
}

/** The whole service: a function from Request to Response. */
export interface Service {
  /** @param heard told who asks, as soon as that is known; null: somebody who is not known */
  fetch(request: Request, hint: CallerHint, heard?: Heard): Promise<Response>
  /** Told by a transport where somebody signed in, so that the owner's windows show it. */
  signedIn?(): void
  /** It says that it is not ready any more, and goes on with all else: whoever hands out requests has time to notice. */
  leave?(): void
  /** It is about to end: it is not ready any more, and every event stream ends with a word (OP4). */
  drain?(): void
  /** What people have written in documents is in their files, as far as that goes within eight seconds. */
  saveAll?(): Promise<void>
  close(): Promise<void>
}

/** What whoever runs a service looks at (OP1, OP2). */
export interface WatchedService extends Service {
  leave(): void
  drain(): void
  readiness(): Promise<Readiness>
  /** What people have written below a path is in its files, as far as that goes within eight seconds. */
  save(path: ContentPath): Promise<void>
  /** Resolves when nothing that was asked of it is under way any more. */
  finished(): Promise<void>
  figures(): Promise<ServiceFigures>
}

/**
 * The whole service over one store: a function from Request to Response. Every address needs a known caller;
 * closing ends the event streams, lets requests under way finish, and leaves the store to whoever opened it.
 */
export function createService(options: ServiceOptions): WatchedService {
  const { appVersion, origin, trust = trusted, report = reportFailure, leader = null } = options
  const relays = options.relays === true && (options.syncs ?? true) && trust.byItself && !leader
  let here: RoomsHere | null = null
  const rooms = leader
    ? roomsAt(leader)
    : (here = openRooms({
        store: options.store,
        program: options.roomProgram ?? null,
        came: (present) => events.tell({ type: 'presence', path: present.path, people: [...present.people] }),
        report
      }))
  const store = savedFirst(options.store, rooms)
  const settings = openSettings(store)
  const events = openEventHub(store)
  const longWork = openLongWork(events, store.leases)
  const waysIn = openWaysIn({ ...options, settings, trust, report })
  const { callers, listen } = hearing(waysIn.callers)
  const rulesOf = openOrgRules(store, async () => (await settings.read()).serviceFolder)
  const serviceFolder = openServiceFolder(store, settings, { report, finishes: leader === null })
  // named or renamed at any time, by another process too: whoever works by themselves asks first
  let owner = ownerOf({ owner: null })
  const readSettings = async () => {
    const found = await settings.read()
    notifyOwner(store, found)
    owner = ownerOf(found)
    return found
  }
  const serviceFolderName = async () => {
    const { serviceFolder, serviceFolderBecomes } = await readSettings()
    // the leader holds its own requests back meanwhile
    if (leader && serviceFolderBecomes !== null)
      throw new GalleyError('busy', 'The service folders are being renamed. Try again in a moment.')
    return serviceFolder
  }
  const workers = openWorkers({ program: options.workerProgram ?? null })
  const secrets = options.secrets ?? openSecrets(store.id)
  const health = openHealth({
    store,
    program: options.checkProgram ?? null,
    examines: leader === null,
    onChange: () => events.publish({ type: 'health' }),
    // asked of any process, and done by one
    onExamined: () => void events.tell({ type: 'health' }),
    notify: options.notify ?? (() => undefined),
    ...(options.healthTimes && { times: options.healthTimes })
  })
  // what fails is told to each request that needs the settings
  let reading = readSettings().catch(() => undefined)
  events.subscribe(({ type }) => {
    if (type === 'workspace') reading = readSettings().catch(() => undefined)
  })
  const publishing = openPublishing(
    { store, workers, events, settings, rulesOf, report, origin, leader },
    callers
  )
  const importing = openImporting({
    store,
    workers,
    tell: (event) => events.tell(event),
    accessOf: (caller) => accessFor(caller, rulesOf),
    appVersion,
    serviceFolder: serviceFolderName,
    report,
    secrets,
    trust,
    limits: options.importLimits,
    hosts: options.importHosts,
    resumes: leader === null
  })
  // what an earlier run had in hand is nobody else's until it has been looked at
  let relay: Relay | null = null
  const syncing = openSyncing({
    store,
    workers,
    by: () => owner,
    serviceFolder: serviceFolderName,
    saveFirst: (folder) => rooms.save(folder),
    onChange: () => events.tell({ type: 'sync' }),
    report,
    trust,
    byItself: (options.syncs ?? true) && trust.byItself && !leader,
    alike: () => relay?.alike() ?? [],
    apart: relays ? () => relay?.apart() ?? [] : undefined,
    holds: relays ? (id, path) => relay?.holds(id, path) ?? true : undefined,
    openAddress: options.openAddress,
    secrets
  })
  if (relays && here)
    relay = openRelay({ store, rooms: here, relaying: syncing.relaying, events, by: () => owner, report })
  const pace = openPace()
  const words = store.words?.(KEPT_FORM)
  const kept = words ? openKept({ store, words, workers, report }) : null
  const links = openLinks({
    store,
    kept,
    workers,
    events,
    rulesOf,
    origin,
    report,
    alongWith: alongWith({ serviceFolderName, origin })
  })
  const { folder } = store
  const { searchSeals: seals } = options
  const search = openSearch({
    store,
    workers,
    kept,
    longWork,
    changeTogether: (...doing) => links.changes.make(...doing),
    linked: links.test,
    pace,
    serviceFolderName,
    hold: options.holdSearch ?? null,
    file: folder && seals !== undefined ? () => indexFileOf(folder, store.id, seals) : null,
    report
  })
  const running = new Set<Promise<unknown>>()
  let leaving = false
  let closed = false
  const probes = openProbes(store, () => !leaving && !closed, options.isReached)
  const figures = openFigures({ store, events, health, jobs: { publishing, importing } })

  function fail(error: unknown): Response {
    if (error instanceof GalleyError && error.reason === 'disk-full') health.look()
    if (isOurFault(error)) report(error)
    return errorAnswer(error)
  }

  async function isKnown({ request, hint }: Asked): Promise<boolean> {
    if (closed) return false
    return typeof hint === 'object' ? hint.isOpen() : (await callers.identify(request, hint)) !== null
  }

  /** Who calls, and what they may do (A2). */
  async function known(asked: Asked): Promise<Known | Response> {
    const caller = await callers.identify(asked.request, asked.hint)
    if (!caller) return unauthenticated()
    const access = accessFor(caller, rulesOf)
    const content = contentFor(store, access)
    const stillKnown = () => waysIn.askStillKnown(credentialsOf(asked), () => isKnown(asked))
    return { ...asked, caller, access, content, stillKnown }
  }

  const route = openRoutes(
    [
      openAuthoring(known, {
        store,
        events,
        longWork,
        links,
        pace,
        rulesOf,
        serviceFolder,
        serviceFolderName,
        origin
      }),
      openLinksRoom(known, { store, links, pace }),
      handedOn(openAccessRequests(known, { store, events, pace }), leader),
      openLive(known, { events, rulesOf, waysIn: waysIn.changes, longWork }),
      handedOn(openLines(known, { rooms, events, rulesOf, waysIn: waysIn.changes, report }), leader),
      openHolds(known, { store, events, report }),
      openWorkspaceRoom(known, {
        store,
        settings,
        serviceFolder,
        events,
        health,
        trust,
        appVersion,
        sampleFolder: options.sampleFolder,
        leader
      }),
      ...openSignIn(known, { waysIn, settings, events, origin }),
      probes.room,
      openDocument(known, appVersion),
      ...publishing.rooms,
      ...importing.rooms(known).map((room) => handedOn(room, leader)),
      search.room(known),
      handedOn(openSyncRoom(known, syncing), leader),
      openMcp(known, {
        appVersion,
        origin,
        workers,
        report,
        answer: ({ request, hint }) => answer(request, hint)
      })
    ],
    known
  )

  async function answer(request: Request, hint: CallerHint): Promise<Response> {
    try {
      const changing = serviceFolder.changing()
      if (changing) await changing
      const url = new URL(request.url)
      requireQuery(url)
      return await route({ request, url, hint })
    } catch (error) {
      return fail(error)
    }
  }

  return {
    async fetch(request, hint, heard) {
      if (heard) listen(request, heard)
      if (closed) return errorAnswer(new GalleyError('closed', 'The workspace was closed. Open it again.'))
      const answering = answer(request, hint)
      running.add(answering)
      try {
        return await answering
      } finally {
        running.delete(answering)
      }
    },
    signedIn: () => events.tell({ type: 'sessions' }),
    leave: () => void (leaving = true),
    drain() {
      leaving = true
      events.close()
    },
    saveAll: () => rooms.save(ROOT),
    save: (path) => rooms.save(path),
    async finished() {
      while (running.size > 0 || publishing.underWay() > 0) await sleep(FINISHED_MS)
    },
    readiness: probes.readiness,
    figures,
    async close() {
      closed = true
      await relay?.close()
      await Promise.all([
        publishing.close(),
        importing.close(),
        syncing.close(),
        search.close(),
        kept?.close(),
        rooms.close(),
        workers.close(),
        health.close()
      ])
      await links.close()
      events.close()
      await Promise.allSettled([...running, reading, serviceFolder.changing()])
      await waysIn.settled()
    }
  }
}

const FINISHED_MS = 100

/** The same for requests of which one is known for as long as the other is. */
const credentialsOf = ({ request, hint }: Asked): string =>
  typeof hint === 'object'
    ? `session ${hint.session.hash}`
    : `${hint} ${request.headers.get('Authorization') ?? ''}`

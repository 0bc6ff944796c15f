/**
 * The typed map of desktop calls. Everything about content goes through HTTP (common/api); the bridge is only
 * for what a web page cannot do: windows, menus, folders of the machine.
 */

import type { RiskyPlace } from '../health'
import type { SpellingState } from '../spelling'
import type { SiteCode, SiteCodeState } from '../site-code'

/** What the desktop app shows when a window opens. */
export type StartState =
  | { readonly kind: 'open'; readonly location: string }
  | {
      readonly kind: 'choose'
      /** Where a new workspace would go. */
      readonly suggested: string
      readonly recent: readonly string[]
      /** Why the last workspace could not be opened, and what to do. */
      readonly problem?: { readonly location: string; readonly reason: string; readonly message: string }
    }

export type OpenWorkspaceResult =
  { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly message: string }

/** The service on a port of this machine. */
export interface LocalApiState {
  /** `http://127.0.0.1:<port>`; null while it is off. */
  readonly origin: string | null
  /** The port that the person chose; absent: any free one. */
  readonly port?: number
  /** Off, because the open workspace is not trusted (T1); as it was when that is. */
  readonly restricted?: true
  /** Why it could not be turned on, or could not move to the port that was asked for. */
  readonly problem?: string
}

/** How far a backup or a restore is. */
export interface BackupProgress {
  readonly kind: 'backup' | 'restore'
  readonly phase: 'writing' | 'checking'
  /** Bytes. */
  readonly done: number
  readonly total: number
}

/** How a backup ended. */
export type BackupOutcome =
  | {
      readonly ok: true
      /** The zip, with its folder. */
      readonly file: string
      readonly files: number
      /** Of the files, not of the zip. */
      readonly bytes: number
      /** What could not be taken, or is not what was saved. */
      readonly leftOut: readonly string[]
    }
  | { readonly ok: false; readonly reason: string; readonly message: string }

export type RestoreOutcome =
  | {
      readonly ok: true
      readonly location: string
      readonly files: number
      /** Unix milliseconds. */
      readonly takenAt: number
      /** What the doctor found. */
      readonly findings: readonly string[]
    }
  | { readonly ok: false; readonly reason: string; readonly message: string }

/** The service's answer to an upload; the body is JSON text. */
export interface UploadAnswer {
  readonly status: number
  readonly body: string
}

/** A slice of an upload has at most so many bytes. */
export const UPLOAD_SLICE = 4 * 1024 * 1024

export type ThemeSource = 'system' | 'light' | 'dark'

/** One entry of the native menu as the renderer's command registry sees it. */
export interface MenuCommandState {
  readonly id: string
  readonly enabled: boolean
  readonly checked?: boolean
  /** Keys that the person chose, empty for none; null: those that the entry has by itself. */
  readonly keys?: string | null
}

/** channel → signature of every call from the window to the desktop. */
export interface BridgeCalls {
  startState: () => StartState
  chooseFolder: (title: string) => string | null
  openWorkspace: (location: string) => OpenWorkspaceResult
  /**
   * What a folder lies in, made or not: null for a disk of this computer that no program mirrors, as far as
   * can be known (W13).
   */
  placeOf: (location: string) => RiskyPlace | null
  /**
   * Trusts the open workspace on this computer, or no longer (T1). What hangs on it is on or off when this
   * resolves.
   */
  setTrusted: (isTrusted: boolean) => OpenWorkspaceResult
  /** Asks for the zip of a backup. */
  chooseBackup: () => string | null
  /**
   * Backs the open workspace up into a folder, one at a time (BK1); resolves at its end. Every window is told
   * how far it is.
   */
  backUp: (folder: string) => BackupOutcome
  /**
   * Makes a workspace of a backup in a folder that is new or empty (BK4); resolves at its end. It is not
   * opened.
   */
  restoreBackup: (file: string, folder: string) => RestoreOutcome
  /** Stops the backup or restore that is under way. */
  stopBackup: () => void
  /** Shows the last backup in the file manager. */
  revealBackup: () => void
  newWindow: () => void
  crashReports: () => CrashReports
  revealCrashReports: () => void
  deleteCrashReports: () => void
  /** An error of the page’s own code: its class, and where it happened. */
  noteError: (name: string, stack: string) => void
  /** Nothing is asked of anybody. */
  updatePlace: () => UpdatePlace
  /** One request, because a person asked for it (UP1). */
  checkForUpdates: () => UpdateCheck
  /** Fetches what the last check offered; resolves at its end. */
  downloadUpdate: () => UpdateDownload
  stopUpdate: () => void
  /** Shows the file that was fetched in the file manager. */
  revealUpdate: () => void
  /** What was opened with Galley since this was asked last, told to one window. */
  takeOpeningRequests: () => readonly OpeningRequest[]
  /** A document is asked for again, of the workspace that is opened next. */
  openAgain: (server: string | null, path: string) => void
  /** The servers that the open workspace is connected to: remembered for links that come later. */
  connectedTo: (servers: readonly string[]) => void
  /** Recent workspaces that were connected to a server. */
  connectedWorkspaces: (server: string) => readonly string[]
  /** Shows a file of the workspace in the system's file manager; a canonical content path. */
  revealInFolder: (path: string) => void
  openExternal: (url: string) => void
  /** Shows the licences of Electron, Chromium and Node.js, which lie beside the program; false when nothing can show them. */
  showRuntimeLicences: () => boolean
  /** Whether scripts and browsers of this machine reach the workspace (N2). */
  localApi: () => LocalApiState
  setLocalApi: (on: boolean) => LocalApiState
  /** Chooses its port, 0 for any free one; while it is on it moves there, or stays and tells the problem. */
  setLocalApiPort: (port: number) => LocalApiState
  /**
   * Opens an address of what is published, `/sites/…` or `/delivery/…`, in the system's browser; does nothing
   * while the Local API is off.
   */
  openPublished: (address: string) => void
  /** Where the code of a site lies, and where it is shown with it (E23). */
  siteCode: (site: string) => SiteCodeState
  /** Names it, or forgets it; a problem is what is wrong with it, and nothing changes. */
  setSiteCode: (site: string, code: SiteCode | null) => SiteCodeState | { readonly problem: string }
  /** How spelling is checked (VE21). */
  spelling: () => SpellingState
  setSpelling: (on: boolean) => SpellingState
  /** What is written now is in this language; null: it does not say. */
  spellIn: (language: string | null) => void
  /** Asks for the file of a dictionary and takes it in; a problem is what is wrong with it, and nothing changes. */
  addDictionary: () => SpellingState | { readonly problem: string } | null
  removeDictionary: (language: string) => SpellingState
  /** Takes a word for right, for ever or until the app ends. */
  keepWord: (word: string, forEver: boolean) => SpellingState
  /** What is typed in a page, for its look as a draft; null when it is shown no more. */
  typedPage: (path: string, html: string | null) => void
  /**
   * Begins to write a file of so many bytes to a content path (S1); resolves to an id for the other three
   * calls. `onlyNew`: it is refused where a file is.
   */
  uploadStart: (path: string, size: number, onlyNew: boolean) => string
  /** Resolves when the next one may come: to null, or to the service's answer when it wants no more. */
  uploadSlice: (id: string, bytes: Uint8Array) => UploadAnswer | null
  uploadEnd: (id: string) => UploadAnswer
  /** Nothing of it is kept. */
  uploadCancel: (id: string) => void
  /** Pastes into what has the keyboard: a page may not read the clipboard by itself. */
  paste: () => void
  setTheme: (theme: ThemeSource) => void
  /** Whether the document in front has words that are not saved: some systems show it on the window. */
  setDocumentEdited: (isEdited: boolean) => void
  setMenuState: (commands: readonly MenuCommandState[]) => void
  /** The window shows what was open last and can be used: what was put off for that may begin. */
  settled: () => void
  /** The window has nothing unsaved left and may close; or the person chose to close anyway. */
  closeReady: () => void
  /**
   * The window asks the person what to do with unsaved words: the desktop stops waiting. `closeReady` may
   * still follow.
   */
  closeHold: () => void
}

export type BridgeCall = keyof BridgeCalls

/** What was opened with Galley: a link, a folder or a file (LI1 to LI4). Nothing was done about it yet. */
export type OpeningRequest =
  | {
      readonly kind: 'document'
      /** The origin of the server that it is of; null: of the open workspace. */
      readonly server: string | null
      /** There, a canonical content path. */
      readonly path: string
    }
  | { readonly kind: 'workspace'; readonly location: string }
  | { readonly kind: 'refused'; readonly what: string; readonly problem: string }

/** What is kept of crashes and errors on this computer (CR2). */
export interface CrashReports {
  /** The newest first; times are Unix milliseconds, sizes bytes. */
  readonly dumps: readonly { readonly name: string; readonly at: number; readonly size: number }[]
  /** Lines of the log, the newest last: kinds of errors and places in the program. */
  readonly errors: readonly string[]
  /** Of Galley and what it runs on, by name. */
  readonly versions: Readonly<Record<string, string>>
}

/** Which address would be asked for updates; null for a build that names none. */
export interface UpdatePlace {
  readonly address: string | null
  readonly version: string
  readonly problem?: string
}

/** What an answer to “Check for updates” says. */
export type UpdateCheck =
  | { readonly kind: 'current'; readonly version: string }
  | { readonly kind: 'refused'; readonly message: string }
  | {
      readonly kind: 'offer'
      readonly version: string
      readonly issued: string
      readonly notes: string
      /** Null where none fits this computer. */
      readonly file: { readonly size: number; readonly host: string } | null
      readonly problem?: string
    }

export type UpdateDownload =
  | {
      readonly ok: true
      readonly file: string
      /** What installs it; null where one opens it. */
      readonly command: string | null
    }
  | { readonly ok: false; readonly message: string }

/** Messages from the desktop to the window. */
export interface BridgeMessages {
  /** The Local API was turned on or off. */
  localApi: LocalApiState
  /** What was known of where the code of sites lies is so no longer (E23). */
  siteCode: null
  /** Spelling is checked otherwise than before. */
  spelling: SpellingState
  /** Something was opened with Galley: `takeOpeningRequests` tells what. */
  'opening-request': null
  /** How much of an update is here, in bytes; null when that has ended. */
  update: { readonly done: number; readonly total: number } | null
  /** How far a backup or restore is; null when it has ended. */
  backup: BackupProgress | null
  /** A native menu entry was chosen. */
  command: { readonly id: string }
  /** The window is about to close: save, then call `closeReady`. */
  closing: { readonly reason: 'window' | 'quit' | 'switch' }
}

export type GalleyBridge = {
  readonly platform: 'darwin' | 'win32' | 'linux'
  call<C extends BridgeCall>(
    name: C,
    ...args: Parameters<BridgeCalls[C]>
  ): Promise<ReturnType<BridgeCalls[C]>>
  /** Of a word that the checker does not know: what may be meant, which can be nothing; null for all others. */
  misspelled(word: string): readonly string[] | null
  /** @returns a function that ends the subscription */
  on<M extends keyof BridgeMessages>(name: M, listener: (message: BridgeMessages[M]) => void): () => void
}

/**
 * Sent by the preload script: whether the page listens for `closing`. A page that does not has nothing to
 * save.
 */
export const CLOSING_LISTENED = 'galley:closing-listened'

/** `window.galley` in the desktop app; absent in a browser. */
export const BRIDGE_GLOBAL = 'galley'

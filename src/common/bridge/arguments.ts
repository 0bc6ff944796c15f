import { z } from 'zod'
import { bounds } from '../bounds'
import { isContentPath } from '../content/paths'
import { LONGEST_WORD } from '../spelling'
import { UPLOAD_SLICE, type BridgeCall, type BridgeCalls } from './index'

const commandState = z.strictObject({
  id: z.string().max(80),
  enabled: z.boolean(),
  checked: z.boolean().exactOptional(),
  keys: z
    .string()
    .max(40)
    .regex(/^[\x21-\x7e]*$/)
    .nullable()
    .exactOptional()
})

/** The system's calls end a path at a control sign. */
const folder = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^\P{Cc}*$/u)

const siteCode = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), folder }),
  z.strictObject({ kind: z.literal('address'), address: z.string().min(1).max(2048) })
])

/** An https origin. */
const server = z
  .string()
  .max(2048)
  .regex(/^https:\/\/[^/?#@\s]+$/)

/** No disk has more. */
const MOST_BYTES = 2 ** 46

/** What a window may send with each call. The desktop parses every call with it before anything happens. */
export const bridgeArguments: { readonly [C in BridgeCall]: z.ZodType<Parameters<BridgeCalls[C]>> } = {
  startState: z.tuple([]),
  chooseFolder: z.tuple([z.string().max(200)]),
  openWorkspace: z.tuple([folder]),
  placeOf: z.tuple([folder]),
  setTrusted: z.tuple([z.boolean()]),
  chooseBackup: z.tuple([]),
  backUp: z.tuple([folder]),
  restoreBackup: z.tuple([folder, folder]),
  stopBackup: z.tuple([]),
  revealBackup: z.tuple([]),
  newWindow: z.tuple([]),
  crashReports: z.tuple([]),
  revealCrashReports: z.tuple([]),
  deleteCrashReports: z.tuple([]),
  noteError: z.tuple([z.string().max(100), z.string().max(16_000)]),
  updatePlace: z.tuple([]),
  checkForUpdates: z.tuple([]),
  downloadUpdate: z.tuple([]),
  stopUpdate: z.tuple([]),
  revealUpdate: z.tuple([]),
  takeOpeningRequests: z.tuple([]),
  openAgain: z.tuple([server.nullable(), z.string().max(4096).refine(isContentPath)]),
  connectedTo: z.tuple([server.array().max(50)]),
  connectedWorkspaces: z.tuple([server]),
  revealInFolder: z.tuple([z.string().max(4096)]),
  openExternal: z.tuple([z.string().max(4096)]),
  showRuntimeLicences: z.tuple([]),
  localApi: z.tuple([]),
  setLocalApi: z.tuple([z.boolean()]),
  setLocalApiPort: z.tuple([z.int().min(0).max(65_535)]),
  openPublished: z.tuple([z.string().max(16_384)]),
  siteCode: z.tuple([z.string().max(4096)]),
  setSiteCode: z.tuple([z.string().max(4096), siteCode.nullable()]),
  spelling: z.tuple([]),
  setSpelling: z.tuple([z.boolean()]),
  spellIn: z.tuple([z.string().max(35).nullable()]),
  addDictionary: z.tuple([]),
  removeDictionary: z.tuple([z.string().max(20)]),
  keepWord: z.tuple([
    z
      .string()
      .max(LONGEST_WORD)
      .regex(/^[\p{L}\p{M}\p{N}'’-]+$/u),
    z.boolean()
  ]),
  typedPage: z.tuple([z.string().max(4096), z.string().max(bounds.htmlShown.characters).nullable()]),
  uploadStart: z.tuple([z.string().max(4096), z.int().min(1).max(MOST_BYTES), z.boolean()]),
  uploadSlice: z.tuple([
    z.string().max(80),
    z.instanceof(Uint8Array).refine((bytes) => bytes.length > 0 && bytes.length <= UPLOAD_SLICE)
  ]),
  uploadEnd: z.tuple([z.string().max(80)]),
  uploadCancel: z.tuple([z.string().max(80)]),
  paste: z.tuple([]),
  setTheme: z.tuple([z.enum(['system', 'light', 'dark'])]),
  setDocumentEdited: z.tuple([z.boolean()]),
  setMenuState: z.tuple([z.array(commandState).max(500)]),
  settled: z.tuple([]),
  closeReady: z.tuple([]),
  closeHold: z.tuple([])
}

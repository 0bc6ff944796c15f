import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { storeCheck, type StoreCheck } from '../../common/health'
import type { Store, StoreDiagnosis } from '../store/types'

const kept = z.object({
  check: storeCheck.extend({ folder: z.string() }).nullable().catch(null),
  silenced: z.string().array().catch([])
})

/** What is remembered of a workspace’s health: in the workspace, where a restart and every way in find it. */
export interface KeptHealth {
  /**
   * The last examination of this very folder; null when there was none. A copy of the folder has never been
   * examined.
   */
  check(): Promise<StoreCheck | null>
  setCheck(check: StoreCheck): Promise<void>
  isSilenced(place: string): Promise<boolean>
  setSilenced(place: string, isSilenced: boolean): Promise<void>
}

export async function openKeptHealth(store: Store): Promise<KeptHealth> {
  const location = store.folder?.location ?? DATABASE
  const folder = store.folder ? `${(await stat(location, { bigint: true })).ino} ${location}` : DATABASE
  const record = store.document('health', (value) => kept.parse(value ?? {}), kept.parse({}))
  return {
    async check() {
      const { check } = await record.read()
      if (check?.folder !== folder) return null
      const { folder: _folder, ...rest } = check
      return rest
    },
    async setCheck(check) {
      await record.update((now) => ({ ...now, check: { ...check, folder } }))
    },
    isSilenced: async (place) => (await record.read()).silenced.includes(`${place} ${location}`),
    async setSilenced(place, isSilenced) {
      const name = `${place} ${location}`
      await record.update((now) => {
        const others = now.silenced.filter((one) => one !== name)
        return { ...now, silenced: isSilenced ? [name, ...others].slice(0, MOST) : others }
      })
    }
  }
}

const MOST = 20
/** In the place of a folder's name. */
const DATABASE = 'database'

/** Told in lists that people read; the doctor tells the rest. */
const MOST_FINDINGS = 100

/** @param at Unix milliseconds */
export function checkOf({ files, contents, findings }: StoreDiagnosis, at: number): StoreCheck {
  return {
    at,
    files,
    contents,
    damaged: findings.length,
    findings: findings
      .slice(0, MOST_FINDINGS)
      .map(({ where, message, repair, lost }) => ({ where, message, repair, lost }))
  }
}

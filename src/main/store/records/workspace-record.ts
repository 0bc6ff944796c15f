import { z } from 'zod'
import type { DurableFs } from '../disk/durable-fs'
import { replaceDurably } from '../disk/durable-write'
import { sha256 } from '../layout/checksum'
import { stored } from '../layout/stored-values'

/** What this Galley writes, and the latest that it reads. */
export const WORKSPACE_FORMAT = 1

/** Durably. The checksum stands beside, where an older Galley does not look. */
export async function writeWorkspaceRecord(fs: DurableFs, file: string, id: string): Promise<void> {
  const record = { format: WORKSPACE_FORMAT, id }
  await replaceDurably(
    fs,
    file,
    Buffer.from(`${JSON.stringify({ ...record, sha256: checksumOf(record) }, null, 2)}\n`)
  )
}

const checksumOf = ({ format, id }: { format: number; id: string }) =>
  sha256(Buffer.from(JSON.stringify({ format, id })))

/** Null for what is none, or was damaged. */
export function workspaceRecordIn(bytes: Uint8Array | null) {
  try {
    const record = bytes && schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    if (!record) return null
    // older Galleys wrote none
    return record.sha256 === undefined || record.sha256 === checksumOf(record) ? record : null
  } catch {
    return null
  }
}

// the id is part of names elsewhere on this computer, such as those of tokens in the keychain
const schema = z.object({ format: z.number(), id: stored.guid, sha256: z.string().exactOptional() })

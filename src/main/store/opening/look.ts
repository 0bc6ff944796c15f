import { resolve } from 'node:path'
import { confinedFs } from '../disk/confined-fs'
import type { DurableFs } from '../disk/durable-fs'
import { nodeFs } from '../disk/node-fs'
import { translating } from '../disk/os-errors'
import { layoutOf, type Layout } from '../layout/layout'
import { idInRecord } from './workspace-file'

/** True when there is a workspace in the folder, open elsewhere or not. */
export async function isWorkspace(location: string): Promise<boolean> {
  return translating(location, async () => {
    const place = await placeIn(location)
    return place !== null && (await place.fs.lstat(place.layout.workspaceFile)) !== null
  })
}

/**
 * The id of the workspace in a folder, whoever has it open; null when there is none that can be understood.
 */
export async function workspaceIdIn(location: string): Promise<string | null> {
  return translating(location, async () => {
    const place = await placeIn(location)
    return place && idInRecord(place.fs, place.layout)
  })
}

/** A folder that is there, and its disk, confined to it. */
async function placeIn(location: string): Promise<{ fs: DurableFs; layout: Layout } | null> {
  const root = await nodeFs.realpath(resolve(location))
  if (root === null) return null
  const layout = layoutOf(root)
  return { fs: confinedFs(nodeFs, layout), layout }
}

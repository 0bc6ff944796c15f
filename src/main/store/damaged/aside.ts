import { basename, join } from 'node:path'
import type { DurableFs } from '../disk/durable-fs'
import { makeFolders, writeSynced } from '../disk/durable-write'
import type { Layout } from '../layout/layout'
import { newGuid } from '../layout/names'

/** So that the name fits on every disk with an id behind it. */
const NAME_BYTES = 200

/** Moves a file, a folder or a link itself out of the way, to where nothing is ever overwritten. */
export async function moveAside(fs: DurableFs, layout: Layout, file: string): Promise<void> {
  const place = await placeAside(fs, layout, file)
  // to make room for what is set aside, the folder itself may just have been
  if (file !== layout.damaged) await fs.rename(file, place)
  await fs.syncFolder(layout.damaged)
}

/** Keeps a copy of a file that goes on being used. */
export async function copyAside(fs: DurableFs, layout: Layout, file: string): Promise<void> {
  await writeSynced(fs, await placeAside(fs, layout, file), await fs.readFile(file))
  await fs.syncFolder(layout.damaged)
}

async function placeAside(fs: DurableFs, layout: Layout, file: string): Promise<string> {
  await makeDamaged(fs, layout)
  const name = Buffer.from(basename(file)).subarray(0, NAME_BYTES)
  // a character that was cut in half is left out
  return join(layout.damaged, `${new TextDecoder().decode(name).replaceAll('\ufffd', '')}.${newGuid()}`)
}

/** The folder of what is set aside; what else lies in its place goes into it. */
async function makeDamaged(fs: DurableFs, { damaged, service }: Layout): Promise<void> {
  const there = await fs.lstat(damaged)
  if (!there || there.kind === 'folder') return void (await makeFolders(fs, damaged))
  const name = `${basename(damaged)}.${newGuid()}`
  await fs.rename(damaged, join(service, name))
  await makeFolders(fs, damaged)
  await fs.rename(join(service, name), join(damaged, name))
}

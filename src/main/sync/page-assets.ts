import { namesFolder } from '../../common/assets/asset-addresses'
import { syncKey, type LocalFile } from '../../common/sync'
import { eachOf } from './at-once'
import type { AgreedFile } from './memory'
import { failureOf } from './observe'
import type { SyncWorld } from './world'

/**
 * What is to be remembered of a page that both sides have: whether it names its asset folder, which no list
 * shows (Y37).
 */
export function assetsNamed(
  { path, hash }: Pick<AgreedFile, 'path' | 'hash'>,
  bytes: Uint8Array | null,
  { options }: Pick<SyncWorld, 'options'>
): Pick<AgreedFile, 'assets'> {
  const folder = options.assetsOf?.(path) ?? null
  return folder && bytes ? { assets: { of: hash, named: namesFolder(bytes, nameIn(folder)) } } : {}
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/**
 * The asset folders on the server of the pages that show something from theirs (Y37). A page of which that is
 * not known yet is read here, once.
 */
export async function assetFolders(files: readonly LocalFile[], world: SyncWorld): Promise<string[]> {
  const { memory, options, local } = world
  const { assetsOf } = options
  if (!assetsOf) return []
  const found = new Set<string>()
  await eachOf(files, options.atOnce, async (file) => {
    const known = memory.files.get(syncKey(file.path))
    const { agreed } = known ?? {}
    try {
      const folder = agreed && assetsOf(agreed.remotePath)
      if (!agreed || !folder) return
      const assets = agreed.assets?.of === file.hash ? agreed.assets : await learned(file, agreed, world)
      if (assets?.named === true) found.add(folder)
    } catch (error) {
      // asked again in the next pass
      failureOf(error, file.path)
    }
  })
  return [...found]

  async function learned(file: LocalFile, agreed: AgreedFile, at: SyncWorld) {
    const here = await local.read(file.path)
    if (!here) return undefined
    const { assets } = assetsNamed({ path: file.path, hash: here.hash }, here.content.bytes, at)
    await here.content.drop()
    const known = memory.files.get(syncKey(file.path))
    if (known?.agreed === agreed && options.dryRun !== true)
      await memory.put(syncKey(file.path), { ...known, agreed: { ...agreed, assets } })
    return assets
  }
}

/** What a folder lies in that is no plain disk of this computer. */
export interface RiskyPlace {
  /**
   * `mirror`: another program copies the folder to and from elsewhere. `network`: other computers reach the
   * same files.
   */
  readonly kind: 'mirror' | 'network'
  /** The program or the way, as people know it: “Dropbox”, “NFS”. */
  readonly name: string
}

/** What is known of a folder. */
export interface PlaceFacts {
  readonly platform: string
  /** Its whole path, links resolved as far as it exists. */
  readonly path: string
  /** Names that lie directly in it and in the folders above it. */
  readonly markers: readonly string[]
  /**
   * How the system calls its file system (`ext4`, `nfs4`, `fuse.sshfs`, `smbfs`); null where it does not say.
   */
  readonly fileSystem: string | null
}

/**
 * W13: whether another program mirrors the folder, or it lies on a network, as far as its path, marker files
 * and file system tell.
 */
export function riskyPlace({ platform, path, markers, fileSystem }: PlaceFacts): RiskyPlace | null {
  const segments = path.split(platform === 'win32' ? /[\\/]+/ : /\/+/).filter((segment) => segment !== '')
  const mirror = mirrorOf(segments, platform) ?? markers.map(markedBy).find((name) => name !== null)
  if (mirror) return { kind: 'mirror', name: mirror }
  const network = platform === 'win32' ? shareOf(path) : networkOf(fileSystem)
  return network === null ? null : { kind: 'network', name: network }
}

const APPLE_CLOUD = 'iCloud Drive'
const GOOGLE = 'Google Drive'

/** Names of folders, in small letters, that a program gives the one that it mirrors. */
const folders: readonly (readonly [name: RegExp, program: string])[] = [
  [/^dropbox( \(.+\))?$/, 'Dropbox'],
  [/^mobile documents$|^com~apple~clouddocs$|^iclouddrive$|^icloud drive$/, APPLE_CLOUD],
  [/^onedrive( - .+)?$/, 'OneDrive'],
  [/^google ?drive$|^my drive$|^shared drives$|^googledrive$/, GOOGLE],
  [/^nextcloud\d*$/, 'Nextcloud'],
  [/^owncloud\d*$/, 'ownCloud'],
  [/^pclouddrive$|^pcloud drive$/, 'pCloud'],
  [/^box sync$/, 'Box'],
  [/^mega(sync)?$/, 'MEGA'],
  [/^seafile$/, 'Seafile'],
  [/^synologydrive$/, 'Synology Drive']
]

/** Below `~/Library/CloudStorage` macOS keeps one folder a provider and account, “OneDrive-Personal”. */
const providers: Readonly<Record<string, string>> = {
  googledrive: GOOGLE,
  iclouddrive: APPLE_CLOUD,
  onedrive: 'OneDrive',
  dropbox: 'Dropbox',
  protondrive: 'Proton Drive',
  box: 'Box'
}

function mirrorOf(segments: readonly string[], platform: string): string | null {
  const at = segments.findIndex((segment) => segment === 'CloudStorage')
  const account = platform === 'darwin' && at > 0 ? segments[at + 1] : undefined
  if (account !== undefined) {
    const provider = account.split('-')[0] ?? account
    return providers[provider.toLowerCase()] ?? provider
  }
  for (const segment of segments) {
    const known = folders.find(([name]) => name.test(segment.toLowerCase()))
    // on Linux these programs write their names as they are; a project of yours may be called “mega”
    if (known && (platform !== 'linux' || segment !== segment.toLowerCase())) return known[1]
  }
  return null
}

/** Files that a program leaves in the folder that it mirrors. */
const marks: readonly (readonly [name: RegExp, program: string])[] = [
  [/^\.stfolder$/, 'Syncthing'],
  [/^\.dropbox(\.cache)?$/, 'Dropbox'],
  [/^\.849C9593-D756-4E56-8D6E-42412F2A707B$/i, 'OneDrive'],
  [/^\.tmp\.drive(down|up)load$/, GOOGLE],
  [/^\.nextcloudsync\.log$|^\.sync_[0-9a-f]+\.db$/, 'Nextcloud'],
  [/^\.owncloudsync\.log$|^\._sync_[0-9a-f]+\.db$/, 'ownCloud'],
  [/^\.seafile-data$/, 'Seafile']
]

const markedBy = (name: string): string | null => marks.find(([mark]) => mark.test(name))?.[1] ?? null

/** `\\server\share`, also in its long form; not the disk of this computer in that form. */
const shareOf = (path: string): string | null =>
  /^\\\\(\?\\UNC\\|[^\\?.])/i.test(path.replaceAll('/', '\\')) ? 'a Windows share' : null

const networks: readonly (readonly [fileSystem: RegExp, name: string])[] = [
  [/^nfs\d?$/, 'NFS'],
  [/^(cifs|smb\w*)$/, 'a Windows share (SMB)'],
  [/^(fuse\.sshfs|sshfs)$/, 'SSHFS'],
  [/^(webdav|davfs|fuse\.davfs2?)$/, 'WebDAV'],
  [/^(9p|v9fs)$/, '9P'],
  [/^afpfs$/, 'AFP'],
  [/^(afs|coda|ceph|fuse\.ceph(-fuse)?|fuse\.glusterfs|lustre|gpfs|beegfs)$/, 'a network file system'],
  [/^(vboxsf|prl_fs|fuse\.vmhgfs-fuse|virtiofs)$/, 'a folder of another machine'],
  [/^fuse\.(rclone|s3fs|gcsfuse|goofys|gvfsd-fuse|google-drive-ocamlfuse|onedriver|curlftpfs)$/, 'FUSE']
]

const networkOf = (fileSystem: string | null): string | null =>
  networks.find(([name]) => name.test(fileSystem ?? ''))?.[1] ?? null

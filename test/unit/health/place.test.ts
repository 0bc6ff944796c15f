import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeSentence, riskyPlace, type PlaceFacts } from '../../../src/common/health'
import { placeOf } from '../../../src/main/health'
import { linuxFileSystem, macFileSystem } from '../../../src/main/health/place'
import { quickFolder } from '../../support/workspace'

const at = (platform: string, path: string, more: Partial<PlaceFacts> = {}) =>
  riskyPlace({ platform, path, markers: [], fileSystem: null, ...more })

test.each([
  ['darwin', '/Users/ada/Library/Mobile Documents/com~apple~CloudDocs/Galley', 'iCloud Drive'],
  ['darwin', '/Users/ada/Library/CloudStorage/Dropbox/Work/Galley', 'Dropbox'],
  ['darwin', '/Users/ada/Library/CloudStorage/OneDrive-Personal/Galley', 'OneDrive'],
  ['darwin', '/Users/ada/Library/CloudStorage/GoogleDrive-ada@example.com/My Drive/Galley', 'Google Drive'],
  ['darwin', '/Users/ada/Library/CloudStorage/Egnyte-work/Galley', 'Egnyte'],
  ['darwin', '/Users/ada/Dropbox (Personal)/Galley', 'Dropbox'],
  ['win32', 'C:\\Users\\Ada\\OneDrive - Example Ltd\\Documents\\Galley', 'OneDrive'],
  ['win32', 'C:\\Users\\Ada\\onedrive\\Galley', 'OneDrive'],
  ['win32', 'C:\\Users\\Ada\\iCloudDrive\\Galley', 'iCloud Drive'],
  ['win32', 'G:\\My Drive\\Galley', 'Google Drive'],
  ['win32', 'D:\\Nextcloud2\\Galley', 'Nextcloud'],
  ['linux', '/home/ada/Dropbox/Galley', 'Dropbox'],
  ['linux', '/home/ada/Nextcloud/notes/galley', 'Nextcloud'],
  ['linux', '/home/ada/ownCloud/galley', 'ownCloud'],
  ['linux', '/home/ada/MEGAsync/galley', 'MEGA']
])('W13 on %s, %s is mirrored by %s', (platform, path, name) => {
  expect(at(platform, path)).toEqual({ kind: 'mirror', name })
})

test.each([
  ['darwin', '/Users/ada/Documents/Galley'],
  ['darwin', '/Volumes/Backup/Galley'],
  ['darwin', '/Users/ada/Library/CloudStorage'],
  ['win32', 'C:\\Users\\Ada\\Documents\\Galley'],
  ['win32', 'C:\\work\\dropbox-client\\Galley'],
  ['win32', '\\\\?\\C:\\Galley'],
  ['linux', '/home/ada/projects/onedrive-tool/galley'],
  ['linux', '/home/ada/mega/galley'],
  ['linux', '/srv/galley']
])('W13 on %s, %s is a plain folder', (platform, path) => {
  expect(at(platform, path)).toBeNull()
})

test.each([
  ['.stfolder', 'Syncthing'],
  ['.dropbox.cache', 'Dropbox'],
  ['.849C9593-D756-4E56-8D6E-42412F2A707B', 'OneDrive'],
  ['.tmp.drivedownload', 'Google Drive'],
  ['.sync_3f2a9c01b7de.db', 'Nextcloud'],
  ['.nextcloudsync.log', 'Nextcloud']
])('W13 a folder with %s above it is mirrored by %s', (marker, name) => {
  expect(at('linux', '/srv/work/galley', { markers: ['.git', marker] })).toEqual({ kind: 'mirror', name })
})

test.each([
  ['linux', '/mnt/team/galley', 'nfs4', 'NFS'],
  ['linux', '/mnt/team/galley', 'cifs', 'a Windows share (SMB)'],
  ['linux', '/mnt/team/galley', 'fuse.sshfs', 'SSHFS'],
  ['linux', '/mnt/c/galley', '9p', '9P'],
  ['darwin', '/Volumes/team/galley', 'smbfs', 'a Windows share (SMB)'],
  ['darwin', '/Volumes/team/galley', 'webdav', 'WebDAV'],
  ['win32', '\\\\server\\team\\galley', null, 'a Windows share'],
  ['win32', '\\\\?\\UNC\\server\\team\\galley', null, 'a Windows share']
])('W13 on %s, %s on %s lies on a network: %s', (platform, path, fileSystem, name) => {
  expect(at(platform, path, { fileSystem })).toEqual({ kind: 'network', name })
})

test.each(['ext4', 'btrfs', 'overlay', 'fuseblk', 'fuse.mergerfs', 'apfs', 'tmpfs', 'zfs'])(
  'W13 %s is a disk of this computer',
  (fileSystem) => {
    expect(at('linux', '/srv/galley', { fileSystem })).toBeNull()
  }
)

test('W13 the file system of a folder is that of the deepest mount above it, whatever its name', () => {
  const mounts = [
    '23 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw',
    '40 23 0:40 / /mnt/my\\040share rw shared:2 - nfs4 server:/export rw,vers=4.2',
    '41 40 0:41 / /mnt/my\\040share/inner rw - tmpfs tmpfs rw',
    ''
  ].join('\n')
  expect(linuxFileSystem(mounts, '/mnt/my share/galley')).toBe('nfs4')
  expect(linuxFileSystem(mounts, '/mnt/my share/inner')).toBe('tmpfs')
  expect(linuxFileSystem(mounts, '/mnt/my shared')).toBe('ext4')
  expect(linuxFileSystem('', '/mnt')).toBeNull()
  const mac = [
    '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
    '//ada@server._smb._tcp.local/team on /Volumes/team (smbfs, nodev, nosuid, mounted by ada)'
  ].join('\n')
  expect(macFileSystem(mac, '/Volumes/team/galley')).toBe('smbfs')
  expect(macFileSystem(mac, '/Volumes/team2')).toBe('apfs')
})

test('W13 a folder that is not made yet, or is reached by a link, is judged by where it will lie', async () => {
  const base = await quickFolder()
  expect(await placeOf(join(base, 'plain/galley'))).toBeNull()
  await mkdir(join(base, 'synced/deep'), { recursive: true })
  await mkdir(join(base, 'synced/.stfolder'))
  await symlink(join(base, 'synced/deep'), join(base, 'link'))
  for (const folder of ['synced', 'synced/deep/new/galley', 'link/new'])
    expect(await placeOf(join(base, folder))).toEqual({ kind: 'mirror', name: 'Syncthing' })
  await mkdir(join(base, 'Dropbox'))
  expect(await placeOf(join(base, 'Dropbox/new'))).toEqual({ kind: 'mirror', name: 'Dropbox' })
  await writeFile(join(base, 'file'), '')
  expect(await placeOf(join(base, 'file/galley'))).toBeNull()
  await rm(base, { recursive: true })
})

test('W13 the sentence names the program, what can go wrong and what to do instead', () => {
  const { what, todo } = placeSentence({ kind: 'mirror', name: 'Dropbox' })
  expect(what).toMatch(/^Dropbox mirrors this folder/)
  expect(todo).toMatch(/sync with a server.*backup/)
  expect(placeSentence({ kind: 'network', name: 'NFS' }).what).toMatch(/network \(NFS\)/)
})

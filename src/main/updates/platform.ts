/** Whether one version comes after another; a version with a name behind it (`-beta.1`) before the one without. */
export function isNewer(version: string, than: string): boolean {
  const [a, b] = [partsOf(version), partsOf(than)]
  for (let at = 0; at < 3; at += 1) {
    const difference = (a.numbers[at] ?? 0) - (b.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  if (a.name === b.name || a.name === '') return a.name !== b.name
  return b.name !== '' && a.name.localeCompare(b.name, 'en', { numeric: true }) > 0
}

function partsOf(version: string) {
  const [numbers = '', ...name] = version.split('-')
  return { numbers: numbers.split('.').map(Number), name: name.join('-') }
}

/** The kind of file that fits this computer, as a manifest names it. */
export function platformOf(
  { platform, arch }: { readonly platform: string; readonly arch: string },
  isThere: (path: string) => boolean
): string {
  const format =
    platform === 'linux'
      ? isThere('/etc/debian_version')
        ? 'deb'
        : isThere('/etc/redhat-release') || isThere('/etc/SUSE-brand')
          ? 'rpm'
          : 'tar'
      : platform === 'darwin'
        ? 'dmg'
        : 'exe'
  return `${platform}-${arch}-${format}`
}

/** What installs a file; null where one opens it. */
export function installCommand(platform: string, file: string): string | null {
  const path = `'${file.replaceAll("'", `'\\''`)}'`
  if (platform.endsWith('-deb')) return `sudo apt install ${path}`
  if (platform.endsWith('-rpm')) return `sudo rpm --upgrade ${path}`
  if (platform.endsWith('-tar')) return `tar --zstd -xf ${path}`
  return null
}

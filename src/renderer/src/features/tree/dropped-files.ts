import type { Incoming } from './upload-plan'

/**
 * Starts reading what was dropped; call it inside the drop event. Folders come with everything below them.
 */
export function droppedFiles(data: DataTransfer): Promise<Incoming[]> {
  const lists = [...data.items].map((item) => {
    if (item.kind !== 'file') return []
    const entry = item.webkitGetAsEntry()
    if (entry) return filesIn(entry, [])
    const file = item.getAsFile()
    return file ? [incoming(file, [])] : []
  })
  return Promise.all(lists).then((found) => found.flat())
}

/** What a file dialog gave. */
export function chosenFiles(files: readonly File[]): Incoming[] {
  return [...files].map((file) =>
    incoming(file, file.webkitRelativePath.split('/').slice(0, -1).filter(Boolean))
  )
}

function incoming(file: File, way: readonly string[]): Incoming {
  return { way, name: file.name.normalize('NFC'), size: file.size, file }
}

async function filesIn(entry: FileSystemEntry, way: readonly string[]): Promise<Incoming[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [incoming(file, way)]
  }
  if (!isDirectory(entry)) return []
  const below = [...way, entry.name.normalize('NFC')]
  const reader = entry.createReader()
  const found: Incoming[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject)
    )
    if (batch.length === 0) return found
    for (const child of batch) found.push(...(await filesIn(child, below)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

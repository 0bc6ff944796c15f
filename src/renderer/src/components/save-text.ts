/** Gives a text to the person as a file to keep. @param type its media type */
export function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }))
}

/** The same with bytes. */
export function saveBlob(name: string, bytes: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

/** Until the download has surely begun. */
const KEPT_MS = 10_000

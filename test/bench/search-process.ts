/** The index in a process of its own, as the app holds it: what Electron gives such a process, over what Node gives one. */
Object.assign(process, {
  parentPort: {
    on: (_name: string, heard: (message: { data: unknown }) => void) =>
      process.on('message', (data) => (data === 'weigh' ? weigh() : heard({ data }))),
    postMessage: (answered: unknown) => process.send?.(answered)
  }
})

function weigh(): void {
  process.send?.({ megabytes: process.resourceUsage().maxRSS / 1024 })
}

export {}

const [, , program = ''] = process.argv
await import(program)

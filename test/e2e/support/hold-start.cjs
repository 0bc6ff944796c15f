// Loaded into the app before its own code. Playwright attaches to a window badly that is just being made: now and then it gets no answer
// and waits for ever. So nothing starts before it says that it has hold of the process, as its own loader does for apps that it
// finds by itself; but that one also changes how the browser behaves.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- Electron loads it as CommonJS
const { app } = require('electron')

const ready = app.whenReady()
const emit = app.emit.bind(app)
let held = null
let start = () => {}
const started = new Promise((resolve) => (start = resolve))

app.emit = (event, ...args) => {
  if (event !== 'ready' || held !== null) return emit(event, ...args)
  held = args
  return app.listenerCount('ready') > 0
}
app.whenReady = () => started

/** What Playwright calls once it is attached. */
globalThis.__playwright_run = async () => {
  await ready
  start()
  emit('ready', ...(held ?? []))
}

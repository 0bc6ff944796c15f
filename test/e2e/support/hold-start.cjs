// Loaded into the app before its own code. Playwright attaches to a window badly that is just being made: now and then it gets no answer
// and waits for ever. So nothing starts before it says that it has hold of the process, as its own loader does for apps that it
// finds by itself; but that one also changes how the browser behaves.
// eslint-disable-next-line @typescript-eslint/no-require-imports -- Electron loads it as CommonJS
const { app, session } = require('electron')

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
  serveBlank(session.defaultSession.protocol)
  start()
  emit('ready', ...(held ?? []))
}

let isBlankNext = Boolean(process.env['GALLEY_BLANK_FIRST'])

/** The next page of the app has nothing in it: its service answers, and the window is drawn once it is loaded again. */
globalThis.galleyBlankNext = () => (isBlankNext = true)

function serveBlank(protocol) {
  const handle = protocol.handle.bind(protocol)
  protocol.handle = (scheme, answer) =>
    handle(scheme, (request) => {
      if (!isBlankNext || request.url !== 'galley://app/') return answer(request)
      isBlankNext = false
      return new Response('<!doctype html><title>Galley</title>', {
        headers: { 'Content-Type': 'text/html' }
      })
    })
}

/* global document, matchMedia, innerWidth */
/* Runs before the first paint: the theme, so that a dark window never flashes white, the scroll bars, and whether a workbench comes back. */
;(() => {
  const root = document.documentElement
  let chosen = null
  let kept = null
  try {
    chosen = localStorage.getItem('galley.theme')
    const key = Object.keys(localStorage).find((name) => name.startsWith('galley.workbench.'))
    kept = key ? JSON.parse(localStorage.getItem(key)) : null
  } catch {
    /* Nothing can be read: the system's theme, no frame. */
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (!/mac/i.test(navigator.platform)) root.setAttribute('data-scrollbars', 'classic')
  if (!kept) return
  // As app/panels arranges them: a panel that leaves the editor too narrow is not there yet.
  const EDITOR_MIN = 388
  let room = innerWidth
  const width = (open, pixels, usual) => {
    const wanted = Number(pixels) || 0
    const fits = room - Math.min(wanted, usual) >= EDITOR_MIN
    if (open === false || !fits) return '0px'
    room -= Math.min(wanted, usual)
    return `${wanted}px`
  }
  root.setAttribute('data-frame', '')
  root.style.setProperty('--frame-sidebar', width(kept.sidebarOpen, kept.sidebarWidth, 256))
  root.style.setProperty('--frame-inspector', width(kept.inspectorOpen, kept.inspectorWidth, 312))
})()

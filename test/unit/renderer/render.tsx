import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { cssVariables, theme } from '../../../src/renderer/src/shell/theme'

/** What jsdom lacks and Mantine asks for. */
class NoResize implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Renders as in the window, without transitions. */
export function renderInApp(children: ReactNode) {
  window.ResizeObserver ??= NoResize
  window.matchMedia ??= (query) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener() {},
      removeListener() {}
    })
  return render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      {children}
    </MantineProvider>
  )
}

/** Ids of the accessibility rules that the page breaks. Colours need a real browser and are not looked at. */
export async function brokenRules(): Promise<string[]> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)
}

import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import type { ThemeSource } from '../../../common/bridge'
import { desktop } from './bridge'

const KEY = 'galley.theme'

export const colorSchemeManager = localStorageColorSchemeManager({ key: KEY })

/** Sets the theme before the first paint, so that a dark window never flashes white. */
export function paintBeforeReact(): void {
  const chosen = colorSchemeManager.get('auto')
  const dark = chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

export function themeOf(scheme: MantineColorScheme): ThemeSource {
  return scheme === 'auto' ? 'system' : scheme
}

export function schemeOf(theme: ThemeSource): MantineColorScheme {
  return theme === 'system' ? 'auto' : theme
}

/** Tells the desktop, so that native menus, dialogs and scroll bars follow. */
export function tellDesktop(theme: ThemeSource): void {
  void desktop()?.call('setTheme', theme)
}

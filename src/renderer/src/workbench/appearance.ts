import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import type { ThemeSource } from '../../../common/bridge'
import { desktop } from './bridge'

const KEY = 'galley.theme'

export const colorSchemeManager = localStorageColorSchemeManager({ key: KEY })

export function themeOf(scheme: MantineColorScheme): ThemeSource {
  return scheme === 'auto' ? 'system' : scheme
}

export function schemeOf(theme: ThemeSource): MantineColorScheme {
  return theme === 'system' ? 'auto' : theme
}

/** Tells the desktop, so that native menus, dialogs and scroll bars follow. */
export function notifyDesktop(theme: ThemeSource): void {
  void desktop()?.call('setTheme', theme)
}

import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { MouseEventHandler, ReactNode } from 'react'
import { useShortcutOf } from './commands/commands'
import { shownShortcut } from './commands/shown-keys'

export interface IconButtonProps extends ActionIconProps {
  readonly label: string
  /** Keys that are not those of a command. */
  readonly shortcut?: string | undefined
  /** Whose keys are shown. */
  readonly command?: string
  readonly pressed?: boolean
  readonly onClick?: MouseEventHandler<HTMLButtonElement>
  readonly children: ReactNode
}

/** A small icon that says its name, and its shortcut, on hover and to screen readers. */
export function IconButton({ label, shortcut: fixed, command, pressed, children, ...rest }: IconButtonProps) {
  const ofCommand = useShortcutOf(command ?? '')
  const shortcut = fixed ?? ofCommand
  return (
    <Tooltip label={shortcut ? `${label} (${shownShortcut(shortcut)})` : label}>
      <ActionIcon
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...rest}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

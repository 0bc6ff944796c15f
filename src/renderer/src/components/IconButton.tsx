import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { MouseEventHandler, ReactNode } from 'react'
import { shownShortcut } from '../app/shortcuts'

export interface IconButtonProps extends ActionIconProps {
  readonly label: string
  readonly shortcut?: string | undefined
  readonly pressed?: boolean
  readonly onClick?: MouseEventHandler<HTMLButtonElement>
  readonly children: ReactNode
}

/** A small icon that says its name, and its shortcut, on hover and to screen readers. */
export function IconButton({ label, shortcut, pressed, children, ...rest }: IconButtonProps) {
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

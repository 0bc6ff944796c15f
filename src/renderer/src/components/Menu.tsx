import { Menu as MantineMenu, type MenuDropdownProps, type MenuProps } from '@mantine/core'
import { useEffectEvent, useLayoutEffect, useRef, type MouseEvent } from 'react'

/**
 * A menu that gives the keyboard back to what had it before an entry acts, not after: so an entry may open a
 * field, a dialog or an editor that takes the keyboard, and keeps it. A menu that is left without a choice
 * gives it back too, unless the person has put it somewhere else. Takes what Mantine's menu takes; every menu
 * of the window is this one.
 */
export function Menu(props: Omit<MenuProps, 'returnFocus'>) {
  return <MantineMenu {...props} returnFocus={false} />
}

Menu.Target = MantineMenu.Target
Menu.Item = MantineMenu.Item
Menu.Label = MantineMenu.Label
Menu.Divider = MantineMenu.Divider
Menu.Sub = MantineMenu.Sub
Menu.Dropdown = Dropdown

function Dropdown({ children, ...others }: MenuDropdownProps) {
  const before = useRef<HTMLElement | null>(null)
  const giveBack = () => {
    if (before.current?.isConnected) before.current.focus({ preventScroll: true })
  }
  const onClickCapture = (event: MouseEvent) => {
    const entry = event.target instanceof Element ? event.target.closest('[data-menu-item]') : null
    if (entry && !entry.hasAttribute('data-disabled')) giveBack()
  }
  return (
    <MantineMenu.Dropdown {...others} onClickCapture={onClickCapture}>
      <Presence
        onCome={() => {
          const active = document.activeElement
          before.current = active instanceof HTMLElement && active !== document.body ? active : null
        }}
        onGo={() => {
          const active = document.activeElement
          // a menu that goes at once has lost its own element before this
          if (!active || active === document.body || active.closest('[role="menu"]')) giveBack()
        }}
      />
      {children}
    </MantineMenu.Dropdown>
  )
}

interface PresenceProps {
  readonly onCome: () => void
  readonly onGo: () => void
}

/** Is there while the open menu is. */
function Presence({ onCome, onGo }: PresenceProps) {
  const come = useEffectEvent(onCome)
  const go = useEffectEvent(onGo)
  useLayoutEffect(() => {
    come()
    return () => go()
  }, [])
  return null
}

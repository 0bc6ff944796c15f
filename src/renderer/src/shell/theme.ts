import {
  ActionIcon,
  Button,
  createTheme,
  defaultVariantColorsResolver,
  InputWrapper,
  Menu,
  Modal,
  Notification,
  Tooltip,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver
} from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef1fd',
  '#e0e6fb',
  '#c3cdf6',
  '#a3b3f1',
  '#8ea2ff',
  '#5a73dc',
  '#4561d1',
  '#3451c6',
  '#2a43a8',
  '#213689'
]

const gray: MantineColorsTuple = [
  '#f4f5f7',
  '#eceef2',
  '#e1e4ea',
  '#c9ced8',
  '#a3a9b5',
  '#7d8593',
  '#626a78',
  '#4f5765',
  '#333a46',
  '#1b1f27'
]

const dark: MantineColorsTuple = [
  '#e8eaee',
  '#b0b7c3',
  '#99a1ae',
  '#5b6370',
  '#3d444f',
  '#31363f',
  '#262a31',
  '#1e2127',
  '#191c21',
  '#14161a'
]

/** Filled means the accent with its own ink, which is dark on the light accent of the dark theme. */
const tones = [
  ['red', 'bad'],
  ['yellow', 'warn']
] as const

const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  // what the library makes of them is a block of brown on dark
  const tone = input.variant === 'light' && tones.find(([name]) => name === input.color)?.[1]
  if (tone) return { ...colors, background: `var(--${tone}-bg)`, color: `var(--${tone})` }
  const accent =
    input.color === undefined || input.color === 'indigo' || input.color === input.theme.primaryColor
  if (input.variant !== 'filled' || !accent) return colors
  return { ...colors, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--accent-ink)' }
}

/** Mantine drawn with Galley's tokens: small, dense, one accent. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 4 },
  colors: { indigo, gray, dark },
  autoContrast: true,
  variantColorResolver: variantColors,
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '22px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: { fontFamily: 'var(--font-ui)', fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray', size: 28 } }),
    Modal: Modal.extend({
      styles: { title: { fontWeight: 600, fontSize: 'var(--text-content)' } },
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.28 }
      }
    }),
    InputWrapper: InputWrapper.extend({ styles: { label: { marginBottom: 4 } } }),
    Menu: Menu.extend({
      // The placeholder is a focusable element that a menu may not hold (ARIA); the dropdown itself takes the
      // focus.
      defaultProps: { shadow: 'md', transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false }
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: false } })
  }
})

export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--bg-surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--bg-surface)',
    '--mantine-color-default-hover': 'var(--bg-hover)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--bg-hover)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--accent-ink)',
    '--mantine-color-indigo-filled': 'var(--accent)',
    '--mantine-color-indigo-filled-hover': 'var(--accent-hover)',
    '--mantine-color-indigo-light': 'var(--accent-soft)',
    '--mantine-color-indigo-light-color': 'var(--accent)',
    '--mantine-color-gray-light-color': 'var(--ink-2)',
    '--mantine-color-gray-light-hover': 'var(--bg-hover)',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#97201a',
    '--mantine-shadow-md': 'var(--shadow)',
    '--mantine-shadow-xl': 'var(--shadow)',
    '--mantine-line-height': '1.45'
  }
  return { variables: {}, light: shared, dark: shared }
}

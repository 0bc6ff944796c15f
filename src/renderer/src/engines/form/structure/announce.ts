import { visibleText } from '../../../../../common/content/visible-text'

let region: HTMLElement | null = null

/** Says something to screen readers that the eye sees anyway. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.className = 'visually-hidden'
    region.setAttribute('role', 'status')
    region.setAttribute('aria-live', 'polite')
    document.body.append(region)
  }
  region.textContent = visibleText(text)
}

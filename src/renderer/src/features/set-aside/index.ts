export { showSetAside } from './show-set-aside'

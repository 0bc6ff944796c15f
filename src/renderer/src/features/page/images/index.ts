export { usePictures } from './commands'
export { PictureBar } from './PictureBar'

; Added to the installer of electron-builder. It is for one user and asks for no administrator; the uninstaller says what it leaves.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DetailPrint "Workspaces, and what Galley remembers on this computer, stay where they are."
  ${endIf}
!macroend

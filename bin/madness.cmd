@echo off
node -e "var v=process.versions.node.split('.');process.exit(v[0]*100+v[1]*1<2019)" >nul 2>nul
if errorlevel 1 (
  echo madness needs Node.js 20.19 or newer: https://nodejs.org 1>&2
  exit /b 127
)
node "%~dp0..\dist\cli.mjs" %*

@echo off
setlocal
set version=0
for /f "tokens=1,2 delims=v." %%a in ('node -v 2^>nul') do set /a version=%%a*100+%%b
if %version% lss 2019 (
  echo madness needs Node.js 20.19 or newer: https://nodejs.org 1>&2
  exit /b 127
)
node "%~dp0..\dist\cli.mjs" %*

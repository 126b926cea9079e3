import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
var MadnessError=class extends Error{hint;constructor(message,hint){super(message),this.name="MadnessError",this.hint=hint}};function hasErrors(problems){return problems.some(problem=>problem.severity==="error")}function renderProblem({rule,severity,file,at,message,hint}){let place=at===void 0?file:`${file}:${at}`,remedy=hint===void 0?"":`
    ${hint}`;return`${severity}: ${place}: ${message} (${rule})${remedy}`}export{MadnessError,hasErrors,renderProblem};

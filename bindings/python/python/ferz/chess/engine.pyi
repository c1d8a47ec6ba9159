from .. import engine as _engine
from ..engine import INFO_ALL as INFO_ALL
from ..engine import INFO_BASIC as INFO_BASIC
from ..engine import INFO_CURRLINE as INFO_CURRLINE
from ..engine import INFO_NONE as INFO_NONE
from ..engine import INFO_PV as INFO_PV
from ..engine import INFO_REFUTATION as INFO_REFUTATION
from ..engine import INFO_SCORE as INFO_SCORE
from ..engine import AnalysisComplete as AnalysisComplete
from ..engine import Cp as Cp
from ..engine import EngineError as EngineError
from ..engine import EngineTerminatedError as EngineTerminatedError
from ..engine import EventLoopPolicy as EventLoopPolicy
from ..engine import Info as Info
from ..engine import Limit as Limit
from ..engine import Mate as Mate
from ..engine import MateGiven as MateGiven
from ..engine import Option as Option
from ..engine import PovScore as PovScore
from ..engine import PovWdl as PovWdl
from ..engine import Protocol as Protocol
from ..engine import Score as Score
from ..engine import SimpleEngine as SimpleEngine
from ..engine import Wdl as Wdl
from ..engine import popen_uci as popen_uci
from ..engine import popen_xboard as popen_xboard
from . import Move

AnalysisResult = _engine.AnalysisResult[Move]
InfoDict = _engine.InfoDict[Move]
PlayResult = _engine.PlayResult[Move]
SimpleAnalysisResult = _engine.SimpleAnalysisResult[Move]
